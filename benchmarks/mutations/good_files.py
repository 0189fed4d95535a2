"""A small town's files, one of every kind that a user may give, all of them as they should be."""

import json
import shutil
from pathlib import Path

import numpy as np

from stumper.datasets.wiki_pages import read_pages
from stumper.people.matches.events import Recorded
from stumper.people.matches.log_file import log_lines
from stumper.people.matches.match import Asked, Match, Rules
from stumper.people.matches.moves import Move, decided
from stumper.people.matches.state import State, step
from stumper.retrieval import Index
from stumper.retrieval.clues import About, Clues
from stumper.types import Answer, Gold
from stumper.victims.graphs import shipped
from stumper.victims.guessing.answer_types import learned_types, write_types
from stumper.victims.guessing.opening import shipped as shipped_guesser

TEXT = "This port of Norway keeps a blue lamp. Ada Thorn lit it (*) in 1874. For 10 points, name this town of lamps."
PLACES = ("Bergen", "Oslo", "Tromsø", "Molde")
RULES = """\
[[rule]]
accepted = true
left = "<START> Who"
right = "Which person"
support = 2
flips = 1
score = 0.9
[[rule.example]]
before = "Who lit it?"
after = "Which person lit it?"
answers = ["Ada", "Bo"]

[[rule]]
left = "lit"
right = "kindled"
"""
PLAN = """\
datasets = ["lamps.json"]
victims = ["python:town:near"]
adversaries = ["identity", {name = "add-benign", seed = 3, length = 4}]
seed = 1
limit = 2
budget = 5
goal = "f1_zero"
"""
TOWN = '''\
"""Systems of the town: each knows one answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.types import Claim, Guess, Prediction, Query, Question


@dataclass(frozen=True)
class Near:
    """Says the first word of what it reads; of a claim that it is true."""

    fingerprint: str | None = "near"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [Prediction((Guess(_said(query), None),), None) for query in queries]


def _said(query: Query) -> str:
    if isinstance(query, Claim):
        return "SUPPORTS"
    text = query.context.text if isinstance(query, Question) else query.text
    return (text.split() or ["none"])[0]


near = Near()
'''


def make(folder: Path) -> None:
    """The folder holds the files under the names by which ``subjects`` knows them."""
    _reading(folder)
    _claims(folder)
    _tossups(folder)
    for name, text in {
        "plan.toml": PLAN,
        "rules.toml": RULES,
        "town.py": TOWN,
        "prompt.txt": "Answer {question} from {paragraph}, {title}.\n",
        "system.txt": "You are terse.\n",
        "body.json": '{"max_tokens": null, "max_completion_tokens": 500, "stop": ["\\n"]}\n',
        "vectors.txt": "".join(
            f"{word} {n / 7} {1 - n / 9} 0.5\n" for n, word in enumerate(("lamp", "town", "port", "lit", "ada"))
        ),
        "buzzer.json": (shipped_guesser() / "buzzer.json").read_text(encoding="utf-8"),
        "log.jsonl": "".join(log_lines(*_match())),
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    _folders(folder)


def _reading(folder: Path) -> None:
    originals = [_paragraph(f"q{n}", f"Ada Thorn lit lamp {n} in 1874. It is blüe.") for n in range(4)]
    variants = [_paragraph(f"q{n}-kind", f"Ada Thorn lit lamp {n} in 1874. Nobody else did.") for n in range(3)]
    _json(folder / "lamps.json", _squad(originals))
    _json(folder / "adversarial.json", _squad([*originals, *variants]))
    _json(folder / "answers.json", {f"q{n}": "Ada Thorn" for n in range(4)})
    unanswered = {"id": "q9", "question": "When?", "answers": [], "is_impossible": True}
    answered = {**originals[0]["qas"][0], "is_impossible": False}
    _json(folder / "two.json", _squad([{"context": originals[0]["context"], "qas": [answered, unanswered]}], "v2.0"))
    _json(folder / "answers-two.json", {"q0": "Ada Thorn", "q9": ""})


def _paragraph(id: str, context: str) -> dict[str, list[dict[str, object]]]:
    question = {"id": id, "question": "Who lit it?", "answers": [{"text": "Ada Thorn", "answer_start": 0}]}
    return {"context": context, "qas": [question]}  # type: ignore[dict-item]


def _squad(paragraphs: list[dict[str, list[dict[str, object]]]], version: str = "1.1") -> dict[str, object]:
    return {"version": version, "data": [{"title": "Lamps", "paragraphs": paragraphs}]}


def _claims(folder: Path) -> None:
    pages = [
        {
            "id": f"Lamp_{n}",
            "text": f"Lamp {n} is blue. It was lit in 1874.",
            "lines": f"0\tLamp {n} is blue.\tblue\tBlue\n1\tIt was lit in 1874.",
        }
        for n in range(4)
    ]
    claims = [
        {
            "id": n,
            "verifiable": "VERIFIABLE",
            "label": "SUPPORTS" if n % 2 else "REFUTES",
            "claim": f"Lamp {n} is blüe.",
            "evidence": [[[1, 2, f"Lamp_{n}", 0]], [[1, 3, f"Lamp_{n}", 0], [1, 3, f"Lamp_{n}", 1]]],
            "evidence_text": f"Lamp {n} is blue.",
        }
        for n in range(3)
    ]
    claims.append(
        {
            "id": 3,
            "verifiable": "NOT VERIFIABLE",
            "label": "NOT ENOUGH INFO",
            "claim": "Lamp 3 is old.",
            "evidence": [[[1, None, None, None]]],
        }
    )
    variants = [
        {
            **claim,
            "id": f"{claim['id']}-v",
            "claim": f"{claim['claim']} So it is.",
            "original_id": claim["id"],
            "original_claim": claim["claim"],
            "original_label": claim["label"],
            "transformation": "negation",
            "rule": "so",
        }
        for claim in claims
    ]
    predictions = [{"id": n, "predicted_label": "SUPPORTS", "predicted_evidence": [[f"Lamp_{n}", 0]]} for n in range(4)]
    for name, rows in (("claims", claims), ("pages", pages), ("variants", variants), ("labels", predictions)):
        _json_lines(folder / f"{name}.jsonl", rows)


def _tossups(folder: Path) -> None:
    questions = [
        {
            "qanta_id": n,
            "text": f"{TEXT} {n}.",
            "answer": f"{place} [accept town of {place}; prompt on Norway; do not accept Sweden]",
            "page": place,
            "category": "Geography",
            "subcategory": "Europe",
            "tournament": "Lamps",
            "difficulty": "easy",
            "year": 2020,
            "set": "regular",
            "packet": "1",
            "fold": "guessdev",
            "tokenizations": [[0, 38], [39, 68]],
        }
        for n, place in enumerate(PLACES)
    ]
    _json(folder / "qanta.json", {"version": "1.0", "questions": questions})
    variant = {
        **questions[0],
        "qanta_id": "0-v",
        "text": f"{TEXT} So.",
        "original_id": 0,
        "power": 9,
        "phenomena": ["paraphrase"],
        "edits": [{"start": 0, "end": 4, "text": "That", "kind": "synonym", "rule": "this"}],
    }
    del variant["tokenizations"]
    _json(folder / "qanta-variants.json", {"version": "1.0", "questions": [*questions, variant]})
    _json_lines(
        folder / "packets.jsonl",
        [
            {
                "question": f"{TEXT} {n}.",
                "answer": f"{place} [or {place} town]",
                "category": "Geography",
                "set": {"name": "Lamps", "year": 2020},
                "packet": {"number": 1, "name": "A"},
                "difficulty": 3,
            }
            for n, place in enumerate(PLACES)
        ],
    )
    tokens = [{"type": "text", "content": word, "position": place} for place, word in enumerate(TEXT.split())]
    picture = {"type": "image", "content": None, "mm_index": 0, "position": len(tokens)}
    _json(
        folder / "event.json",
        [
            {
                "qid": f"lamps-t-{n}",
                "answer": f"_{place}_ town",
                "clean_answers": [place],
                "tokens": [*tokens, picture],
                "images": [{"bytes": None, "path": "lamp.png"}],
            }
            for n, place in enumerate(PLACES)
        ],
    )
    lines = [f"<b><u>{place}</u></b> [or the town]" for place in PLACES[:3]]
    bonus = {"leadin": "Name towns:", "parts": ["By the sea.", "By a lake.", "On a hill."], "answers": lines}
    tossup = {"question": f"{TEXT[:20]} (*) {TEXT[20:]}", "answer": f"{PLACES[0]} [accept the town]"}
    _json(folder / "document.json", {"tossups": [tossup], "bonuses": [{**bonus, "values": [10, 10, 10]}]})
    parts = [
        {"number": n, "question": f"Town {n}.", "answer": place, "clean_answers": [place], "image_idx": 0}
        for n, place in enumerate(PLACES[:3], 1)
    ]
    leadin = {"title": "Towns", "leadin": "Name towns:", "leadin_image": {"path": "lamp.png"}}
    images = [{"bytes": None, "path": "town.png"}]
    _json(folder / "event-bonuses.json", [{"qid": "lamps-b-1", **leadin, "parts": parts, "part_images": images}])
    _json_lines(
        folder / "runs.jsonl",
        [
            {
                "system": system,
                "qid": f"lamps-packet1-t-{n}",
                "run_outputs": [
                    {"guess": place, "confidence": 0.4, "buzz": False, "token_position": 3},
                    {"guess": "Oslo", "confidence": 0.9, "buzz": True, "token_position": 7},
                ],
            }
            for system in ("a__near", "a__far")
            for n, place in enumerate(PLACES)
        ],
    )
    _json_lines(
        folder / "guesses.jsonl",
        [
            {"id": n, "guesses": [{"answer": place, "score": 0.7}, {"answer": "Oslo", "score": 0.1}], "position": share}
            for n, place in enumerate(PLACES)
            for share in (0.5, 1.0)
        ],
    )
    reading = {"words": 3, "answer": "Oslo", "probability": 0.3, "correct": False}
    _json_lines(
        folder / "buzzes.jsonl",
        [
            {
                "question": str(n),
                "set": "regular",
                "player": who,
                "machine": who == "ir",
                "words": 5 + n,
                "of": 22,
                "correct": True,
                "points": 10,
                "round": "1",
                "category": "Geography",
                "readings": [reading],
            }
            for n in range(4)
            for who in ("ir", "Ada")
        ],
    )


def _match() -> tuple[Match, list[Recorded]]:
    gold = Gold((Answer("Bergen"), Answer("town of Bergen")), prompts=("Norway",), rejects=("Sweden",))
    packet = tuple(Asked(f"q{n}", "regular", TEXT, gold, 66, "Geography", line="Bergen") for n in range(2))
    match, state, events = Match("Final", Rules("teams"), packet), State(), list[Recorded]()
    moves = [
        ("a", "sit", "a", ""),
        ("b", "sit", "b", ""),
        ("c", "begin", "", ""),
        ("a", "buzz", "", ""),
        ("a", "answer", "", "Bergen"),
        ("c", "begin", "", ""),
        ("b", "buzz", "", ""),
        ("b", "answer", "", "Oslo"),
    ]
    for place, (person, kind, side, text) in enumerate(moves):
        now = 1000.0 + 3 * place
        move = Move(kind, f"key-{place}", side, text, tossup=len(state.plays) - (kind != "begin"))  # type: ignore[arg-type]
        event = decided(match, state, move, person * 32, 0.1, now)
        if event is not None:
            events.append(Recorded(len(events) + 1, now, event))
            state = step(match, state, events[-1])
    return match, events


def _folders(folder: Path) -> None:
    """An index, a guesser's folder with its network, and the weights of a reader and of a verifier."""
    Index.build(read_pages(folder / "pages.jsonl"), folder / "index")
    guesser = folder / "guesser"
    guesser.mkdir()
    questions = [(f"{TEXT} {place}.", place) for place in PLACES]
    Clues.build([About(str(n), place, text) for n, (text, place) in enumerate(questions)], guesser / "clues")
    from random import Random

    write_types(guesser / "types.npz", learned_types(questions, Random(1)))
    shutil.copy(shipped_guesser() / "guesser.json", guesser)
    shutil.copy(shipped_guesser() / "guesser.ledger", guesser)
    shutil.copytree(shipped() / "dan", folder / "dan")
    _smaller(folder / "dan" / "words.npz")
    for name, wanted in (
        ("reader", ("reader.onnx", "reader.ledger")),
        ("verifier", ("verifier.onnx", "verifier.ledger")),
    ):
        (folder / name).mkdir()
        for file in (*wanted, "words.npz", "tokenizer.json"):
            shutil.copy(shipped() / file, folder / name)


def _smaller(path: Path) -> None:
    """The arrays are as they were, unpacked: a mutation shall reach what they hold."""
    with np.load(path) as found:
        arrays = dict(found)
    np.savez(path, **arrays)


def _json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _json_lines(path: Path, rows: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
