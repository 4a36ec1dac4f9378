"""`python -m satchel`: the command line where no script is installed."""

from satchel.cli.main import main

main()
