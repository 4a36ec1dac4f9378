"""Tables for spreadsheets and papers, and what other tools read."""
