"""`python -m satchel`: the command line where no script is installed."""

from satchel.cli.start import main

if __name__ == "__main__":  # a spawned process imports this module under another name
    main()
