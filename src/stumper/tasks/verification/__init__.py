"""Claims, with evidence or without: what a verifier is asked, and how its labels are judged."""
