"""The sizes of the encoder that all embedded systems share (MiniLM, 6 layers, uncased)."""

LAYERS, WIDTH, HEADS, INNER, VOCABULARY, POSITIONS = 6, 384, 12, 1536, 30522, 512
EPSILON = 1e-12  # of the layer norms
