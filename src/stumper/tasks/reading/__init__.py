"""Questions about paragraphs: what a reader is asked, and how its answers are judged."""
