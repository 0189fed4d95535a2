"""The tasks: each folder holds all that is its own."""
