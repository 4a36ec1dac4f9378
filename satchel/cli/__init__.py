"""The command line: one file a command, each thin; everything heavy is imported when it is used."""
