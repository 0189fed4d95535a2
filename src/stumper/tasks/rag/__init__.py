"""Questions to a system that finds its passages itself, or is given several."""
