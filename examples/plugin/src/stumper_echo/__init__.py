"""An adversary for Stumper that repeats the question at the end of the paragraph."""
