"""What is submitted of an instance, a row for each, and the last look at it all."""
