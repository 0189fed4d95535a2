"""The sizes of the encoder that all embedded systems share (MiniLM, 6 layers, uncased)."""

LAYERS, WIDTH, HEADS, INNER, VOCABULARY, POSITIONS = 6, 384, 12, 1536, 30522, 512
EPSILON = 1e-12  # of the layer norms
SAME = 0.999  # the cosine of two words' vectors above which they are one word's
LIKENESS = 2  # numbers that tell a recurrent reader how like a word the other text's words are
