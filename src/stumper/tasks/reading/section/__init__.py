"""What a report says of runs on questions."""
