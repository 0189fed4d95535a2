"""The table of word pieces: `python training/word_pieces.py` writes src/stumper/language/pipeline/pieces.npz.

The base encoder's word embeddings, as the embedded reader has them, in their first principal components.
"""

import json
from pathlib import Path

import numpy as np

SOURCE = Path("src/stumper/models/weights")
TARGET = Path("src/stumper/language/pipeline/pieces.npz")
WIDTH = 128


def main() -> None:
    vocabulary = json.loads((SOURCE / "tokenizer.json").read_text())["model"]["vocab"]
    kept = [(piece, row) for piece, row in vocabulary.items() if "[" not in piece[:1] or piece == "["]
    # Other scripts are not English: the pieces of Latin letters, digits and marks are two thirds of the table.
    kept = [(piece, row) for piece, row in kept if all(ord(c) < 0x250 or 0x2010 <= ord(c) < 0x2100 for c in piece)]
    with np.load(SOURCE / "words.npz") as stored:
        vectors = stored["rows"].astype(np.float32) * np.asarray(stored["scales"], np.float32).reshape(-1, 1)
    chosen = vectors[[row for _, row in kept]]
    chosen = chosen - chosen.mean(axis=0)
    _, strengths, axes = np.linalg.svd(chosen, full_matrices=False)
    reduced = chosen @ axes[:WIDTH].T
    reduced /= reduced.std()
    scales = np.abs(reduced).max(axis=0) / 127
    rows = np.round(reduced / scales).astype(np.int8)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    names = np.frombuffer("\n".join(piece for piece, _ in kept).encode(), np.uint8)
    np.savez_compressed(TARGET, pieces=names, rows=rows, scales=scales.astype(np.float32))
    share = float((strengths[:WIDTH] ** 2).sum() / (strengths**2).sum())
    print(f"{len(kept)} pieces, {share:.1%} of the variance in {WIDTH} components, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
