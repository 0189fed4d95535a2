"""What is asked about texts: sentences mended and checked, judgements, answers, tags."""
