"""How texts become what the shipped weights read; the networks that were trained are in ``training/networks``."""
