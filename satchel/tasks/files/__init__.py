"""What is written for other programs, and the way back from what they answer."""
