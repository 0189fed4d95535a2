"""What a report says of retrieval-augmented systems: whose fault it was."""
