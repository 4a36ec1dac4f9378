"""How many shown solutions there are: methods behind one protocol, and a rule between them."""
