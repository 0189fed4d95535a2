"""What a report says of runs on tossups, and of play."""
