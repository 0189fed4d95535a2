"""A task of one's own: questions with several answers to choose from."""
