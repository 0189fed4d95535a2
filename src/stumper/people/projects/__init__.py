"""Projects: what they are about, who is in them, and the files and runs that they use."""
