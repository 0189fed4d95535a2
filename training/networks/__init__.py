"""Models in PyTorch, and their export to graphs; training alone needs them."""
