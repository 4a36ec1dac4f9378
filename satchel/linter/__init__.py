"""What organisers of competitions reject or silently change in a file, found line by line."""
