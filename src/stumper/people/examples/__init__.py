"""What people and machines made in a project: looked through, taken back, settled and talked about."""
