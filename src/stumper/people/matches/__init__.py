"""Live matches: tossups are read word by word, people and a machine buzz, and the log is the match."""
