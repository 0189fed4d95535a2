"""How many replies in the styles of language models are taken for what they say: `python benchmarks/replies.py`.

The replies of benchmarks/replies/replies.json were written by hand, in the ways in which models are known to answer:
bare, in a sentence, in bold, quoted, in JSON, in tags, after thoughts; abstaining, refusing, empty, cut off. Beside
each stands what it says: an answer, null where it abstains, ERROR where it is no answer. An answer is taken right where
it equals that when both are normalised (EM); F1 is that of the answers that were meant, as the reply is scored.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from stumper.answers import contained, exact_match, f1
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Gold, Passage, Query
from stumper.victims.prompts import read_reply
from stumper.wire import Reply

REPLIES = Path(__file__).with_name("replies") / "replies.json"
ERROR = "ERROR"


def main() -> None:
    """Prints the figures as JSON; with --wrong each reply that is taken for something else."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wrong", action="store_true", help="print what is taken wrongly")
    arguments = parser.parse_args()
    taken = [(meant, read(query, reply), reply) for query, reply, meant in cases()]
    if arguments.wrong:
        for meant, found, reply in taken:
            if not is_right(meant, found):
                print(f"{reply!r}: meant {meant!r}, taken for {found!r}")
        return
    print(json.dumps({"benchmark": "replies", **figures([(meant, found) for meant, found, _ in taken])}))


def cases() -> list[tuple[Query, str, str | None]]:
    """Each reply with what was asked and what it says."""
    told = json.loads(REPLIES.read_text(encoding="utf-8"))
    texts = told["paragraphs"]
    found: list[tuple[Query, str, str | None]] = [
        (Question(question, Passage(name, texts[name])), reply, meant)
        for name, question, reply, meant in told["reading"]
    ]
    found += [(Claim("The door was red."), reply, meant) for reply, meant in told["verification"]]
    return [*found, *((Tossup("This author of Middlemarch"), reply, meant) for reply, meant in told["quizbowl"])]


def read(query: Query, reply: str) -> str | None:
    """What a reply is taken for: an answer, None for none, ERROR."""
    prediction = read_reply(query, Reply(reply))
    return ERROR if prediction is None else prediction.guesses[0].answer or None


def is_right(meant: str | None, found: str | None) -> bool:
    """Whether the reply is taken for what it says."""
    if meant is None or found is None or ERROR in (meant, found):
        return meant == found
    return exact_match(found, [meant]) == 1.0


def figures(taken: Sequence[tuple[str | None, str | None]]) -> dict[str, object]:
    """How many of how many are taken right, by what they say."""
    kinds = {
        "answers": [pair for pair in taken if pair[0] not in (None, ERROR)],
        "abstentions": [pair for pair in taken if pair[0] is None],
        "errors": [pair for pair in taken if pair[0] == ERROR],
    }
    scored = [(found or "" if found != ERROR else "", meant) for meant, found in kinds["answers"] if meant]
    return {
        "replies": len(taken),
        "right": sum(is_right(*pair) for pair in taken) / len(taken),
        **{f"{kind}_n": len(pairs) for kind, pairs in kinds.items()},
        **{f"{kind}_right": sum(is_right(*pair) for pair in pairs) / len(pairs) for kind, pairs in kinds.items()},
        "answers_f1": fmean(f1(found, [meant]) for found, meant in scored),
        "answers_contained": fmean(contained(Gold((Answer(meant),)), found) for found, meant in scored),
    }


if __name__ == "__main__":
    main()
