"""Packets of our own making: tossups by token, bonuses by part, as QANTA's event writes them."""

import json
from pathlib import Path

WORDS = [
    *["This", "river", "meets", "the", "sea.", "IMAGE", "DELAY"],
    *["For", "ten", "points,", "name", "this", "river", "of", "Paris.", "AUDIO"],
]
TYPES = {"IMAGE": "image", "DELAY": "delay", "AUDIO": "audio"}
TEXT = "This river meets the sea. [image] [pause] For ten points, name this river of Paris. [sound]"


def tossup(words: list[str] = WORDS, **others: object) -> dict[str, object]:
    tokens = [
        {"type": TYPES.get(word, "text"), "content": None if word in TYPES else word, "position": place, "mm_index": 0}
        for place, word in enumerate(words)
    ]
    return {
        "qid": "ev-t-1",
        "answer": "the _Seine_ River",
        "clean_answers": ["the _Seine_ River", "La Seine"],
        "tokens": tokens,
        "images": [{"bytes": None, "path": "pictures/1.png"}],
        "audio": [{"path": "sounds/1.mp3"}],
        **others,
    }


def bonus(**others: object) -> dict[str, object]:
    parts = [
        {"number": 1, "question": "Name its capital.", "answer": "_Paris_ [accept Lutetia]", "image_idx": 1},
        {"number": 2, "question": "", "answer": "Lyon", "image_idx": 0},
        {"number": 3, "question": "And its south.", "answer": "", "image_idx": None},
    ]
    return {
        "qid": "ev-b-1",
        "title": "France",
        "leadin": "Name cities of France.",
        "parts": parts,
        "part_images": [{"path": "a.png"}, {"path": "b.png"}],
        "leadin_image": {"path": "c.png"},
        **others,
    }


def written(path: Path, document: object) -> Path:
    path.write_text(json.dumps(document))
    return path
