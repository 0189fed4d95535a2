"""What is mutated, and the commands that then meet it: a row a file, with how much of the campaign it gets."""

from dataclasses import dataclass

from mutations.structures import Change, of_csv, of_json, of_json_lines, of_toml, of_words

NEAR = ("-v", "python:town:near")


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of file: ``file`` is mutated, and one of the commands gets it, or the folder that it stands in, as PATH.

    ``change`` takes its values apart; without one only its bytes are changed.
    """

    kind: str
    file: str
    weight: int
    change: Change | None
    commands: tuple[tuple[str, ...], ...]
    folder: str = ""


def _reading(path: str = "PATH") -> tuple[tuple[str, ...], ...]:
    """What takes a data set of questions."""
    return (
        ("score", path, "answers.json"),
        ("predict", path, *NEAR, "--out", "OUT.json"),
        ("attack", path, "-a", "identity", *NEAR, "--out", "OUT.json"),
        ("attack", path, "-a", "add-benign", "--set", "length=3", *NEAR, "--out", "OUT.json"),
        ("evaluate", path, "-v", "file:answers.json"),
        ("judge", path, "--sample", "2", "--out", "OUT.csv"),
    )


_CLAIMS = (
    ("score", "PATH", "labels.jsonl"),
    ("predict", "PATH", *NEAR, "--out", "OUT.jsonl"),
    ("predict", "oracle:PATH", *NEAR, "--out", "OUT.jsonl"),
    ("attack", "PATH", "-a", "unmodified", *NEAR, "--out", "OUT.jsonl"),
    ("attack", "PATH", "-a", "unmodified", "-v", "file:labels.jsonl", "--out", "OUT.jsonl"),
    ("judge", "PATH", "--sample", "2", "--out", "OUT.csv"),
)
_TOSSUPS = (
    ("score", "PATH", "guesses.jsonl"),
    ("predict", "PATH", *NEAR, "--out", "OUT.jsonl"),
    ("attack", "PATH", "-a", "identity", *NEAR, "--out", "OUT.json"),
    ("evaluate", "PATH", *NEAR),
    ("buzz", "PATH", *NEAR, "--positions", "3", "--out", "OUT.jsonl"),
    ("report", "--tossups", "PATH", "--out", "OUT"),
    ("report", "--buzzes", "buzzes.jsonl", "--training", "PATH", "--out", "OUT"),
    ("predict", "qanta.json", "-v", "ir:PATH", "--out", "OUT.jsonl"),
)
_BONUSES = (
    ("data", "PATH#questions=bonuses", "--to", "qanta-2025", "--out", "OUT.json"),
    ("data", "PATH", "--to", "modaq", "--out", "OUT.json"),
    ("predict", "PATH", *NEAR, "--out", "OUT.jsonl"),
    ("evaluate", "PATH", "-v", "ir"),
)
_OPENAI = "openai:m@http://127.0.0.1:9/v1#retries=0&pause=0&patience=1&max_errors=1&key=NO_KEY&"
SUBJECTS = (
    Subject("SQuAD", "lamps.json", 90, of_json, _reading()),
    Subject("SQuAD 2.0", "two.json", 30, of_json, (("score", "PATH", "answers-two.json"), *_reading()[1:3])),
    Subject(
        "adversarial SQuAD",
        "adversarial.json",
        60,
        of_json,
        (
            *_reading(),
            ("attack", "lamps.json", "-a", "from-file", "--set", "file=PATH", *NEAR, "--out", "OUT.json"),
            ("attack", "lamps.json", "-a", "add-benign", "--set", "source=PATH", *NEAR, "--out", "OUT.json"),
        ),
    ),
    Subject("FEVER", "claims.jsonl", 90, of_json_lines, _CLAIMS),
    Subject(
        "adversarial FEVER",
        "variants.jsonl",
        60,
        of_json_lines,
        (
            *_CLAIMS[1:4],
            _CLAIMS[5],
            ("attack", "claims.jsonl", "-a", "from-file", "--set", "file=PATH", *NEAR, "--out", "OUT.jsonl"),
        ),
    ),
    Subject(
        "pages",
        "pages.jsonl",
        60,
        of_json_lines,
        (
            ("predict", "claims.jsonl", "-v", "tfidf-da:PATH", "--out", "OUT.jsonl"),
            ("predict", "claims.jsonl", "-v", f"{_OPENAI}pages=PATH", "--limit", "1", "--out", "OUT.jsonl"),
            ("predict", "qanta.json", "-v", "ir#pages=PATH", "--out", "OUT.jsonl"),
        ),
    ),
    Subject("QANTA", "qanta.json", 80, of_json, _TOSSUPS),
    Subject(
        "adversarial QANTA",
        "qanta-variants.json",
        50,
        of_json,
        (
            *_TOSSUPS[1:],
            ("attack", "qanta.json", "-a", "from-file", "--set", "file=PATH", *NEAR, "--out", "OUT.json"),
        ),
    ),
    Subject("packets", "packets.jsonl", 70, of_json_lines, _TOSSUPS[1:]),
    Subject("event packet", "event.json", 50, of_json, _TOSSUPS[1:]),
    Subject("packet document", "document.json", 50, of_json, (*_TOSSUPS[1:], *_BONUSES)),
    Subject("event bonuses", "event-bonuses.json", 40, of_json, _BONUSES[1:]),
    Subject(
        "runs",
        "runs.jsonl",
        40,
        of_json_lines,
        (
            ("score", "event.json", "PATH"),
            ("evaluate", "event.json", "-v", "file:PATH#system=near"),
            ("buzz", "event.json", "-v", "file:PATH#system=near", "--out", "OUT.jsonl"),
        ),
    ),
    Subject(
        "answers",
        "answers.json",
        40,
        of_json,
        (
            ("score", "lamps.json", "PATH"),
            ("evaluate", "lamps.json", "-v", "file:PATH"),
        ),
    ),
    Subject(
        "labels",
        "labels.jsonl",
        40,
        of_json_lines,
        (
            ("score", "claims.jsonl", "PATH"),
            ("attack", "claims.jsonl", "-a", "unmodified", "-v", "file:PATH", "--out", "OUT.jsonl"),
        ),
    ),
    Subject(
        "guesses",
        "guesses.jsonl",
        40,
        of_json_lines,
        (
            ("score", "qanta.json", "PATH"),
            ("evaluate", "qanta.json", "-v", "file:PATH"),
            ("buzz", "qanta.json", "-v", "file:PATH", "--positions", "2", "--out", "OUT.jsonl"),
        ),
    ),
    Subject("buzzes", "buzzes.jsonl", 40, of_json_lines, (("report", "--buzzes", "PATH", "--out", "OUT"),)),
    Subject(
        "match log",
        "log.jsonl",
        50,
        of_json_lines,
        (
            ("match", "PATH", "--out", "OUT.jsonl"),
            ("match", "PATH", "--json"),
        ),
    ),
    Subject("plan", "plan.toml", 90, of_toml, (("run", "PATH", "--out", "OUT"), ("run", "PATH"))),
    Subject(
        "rules",
        "rules.toml",
        70,
        of_toml,
        (("attack", "lamps.json", "-a", "sears", "--set", "rules=PATH", *NEAR, "--out", "OUT.json"),),
    ),
    Subject(
        "sheet",
        "sheet.csv",
        60,
        of_csv,
        (("judge", "adversarial.json", "--read", "PATH", "--annotator", "Ada", "--replace"),),
    ),
    Subject(
        "prompt",
        "prompt.txt",
        25,
        of_words,
        (
            ("predict", "lamps.json", "-v", f"{_OPENAI}template=PATH", "--limit", "1", "--out", "OUT.json"),
            ("predict", "lamps.json", "-v", f"{_OPENAI}system=PATH", "--limit", "1", "--out", "OUT.json"),
        ),
    ),
    Subject(
        "request body",
        "body.json",
        25,
        of_json,
        (("predict", "lamps.json", "-v", f"{_OPENAI}body=PATH", "--limit", "1", "--out", "OUT.json"),),
    ),
    Subject(
        "vectors",
        "vectors.txt",
        30,
        of_words,
        (
            (
                "attack",
                "lamps.json",
                "-a",
                "add-sent",
                "--set",
                "vectors=PATH",
                *NEAR,
                "--limit",
                "1",
                "--out",
                "OUT.json",
            ),
        ),
    ),
    Subject(
        "buzzer",
        "buzzer.json",
        25,
        of_json,
        (("buzz", "qanta.json", *NEAR, "--buzzer", "PATH", "--positions", "2", "--out", "OUT.jsonl"),),
    ),
    *(
        Subject(
            "index",
            f"index/{file}",
            8,
            change,
            (("predict", "claims.jsonl", "-v", "tfidf-da:PATH", "--out", "OUT.jsonl"),),
            "index",
        )
        for file, change in (
            ("index.json", of_json),
            ("ids.bin", None),
            ("ids.ends", None),
            ("by_id.bin", None),
            ("first.bin", None),
            ("lines.bin", None),
            ("sentences.bin", None),
            ("sentences.ends", None),
            ("text_grams.buckets.bin", None),
            ("text_grams.starts.bin", None),
            ("text_grams.numbers.bin", None),
            ("text_grams.counts.bin", None),
            ("page_texts/meta.json", of_json),
        )
    ),
    *(
        Subject(
            "guesser's folder",
            f"guesser/{file}",
            10,
            change,
            (
                ("predict", "qanta.json", "-v", "ir:PATH", "--out", "OUT.jsonl"),
                ("predict", "qanta.json", "-v", "ensemble:PATH", "--out", "OUT.jsonl"),
            ),
            "guesser",
        )
        for file, change in (
            ("guesser.json", of_json),
            ("guesser.ledger", None),
            ("types.npz", None),
            ("clues/clues.json", of_json),
            ("clues/answer_of.bin", None),
            ("clues/text_of.bin", None),
            ("clues/texts.ends", None),
            ("clues/ids.bin", None),
        )
    ),
    *(
        Subject(
            "network's folder",
            f"dan/{file}",
            weight,
            change,
            (("predict", "qanta.json", "-v", "dan:PATH", "--out", "OUT.jsonl"),),
            "dan",
        )
        for file, weight, change in (
            ("guesser.json", 12, of_json),
            ("words.npz", 12, None),
            ("guesser.onnx", 15, None),
            ("guesser.ledger", 8, None),
        )
    ),
    *(
        Subject(
            "weights' folder",
            f"{kind}/{file}",
            weight,
            change,
            (("predict", data, "-v", "embedded:PATH", "--limit", "1", "--out", f"OUT{ending}"),),
            kind,
        )
        for kind, data, ending in (("reader", "lamps.json", ".json"), ("verifier", "oracle:claims.jsonl", ".jsonl"))
        for file, weight, change in (
            (f"{kind}.onnx", 8, None),
            ("tokenizer.json", 3, None),
            ("words.npz", 4, None),
            (f"{kind}.ledger", 5, None),
        )
    ),
    Subject(
        "store",
        "town.db",
        120,
        None,
        (
            ("report", "--store", "PATH", "--out", "OUT"),
            ("report", "--store", "PATH", "--json"),
            ("judge", "adversarial.json", "--store", "PATH"),
            ("attack", "lamps.json", "-a", "identity", *NEAR, "--store", "PATH", "--out", "OUT.json"),
            ("evaluate", "adversarial.json", *NEAR, "--store", "PATH"),
            ("predict", "lamps.json", *NEAR, "--store", "PATH", "--out", "OUT.json"),
        ),
    ),
)
