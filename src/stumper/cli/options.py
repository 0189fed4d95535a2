"""Options that several commands take, declared once."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.errors import BadOption

DatasetArgument = Annotated[
    str,
    typer.Argument(
        metavar="DATASET",
        help="A file, or a name: reading, verification, quizbowl (embedded; also quizbowl:guesstrain, quizbowl:all), "
        "oracle:FILE, hf:NAME.",
    ),
]
VictimOption = Annotated[
    str,
    typer.Option(
        "--victim",
        "-v",
        help="embedded, file:PREDICTIONS, python:module:Name, hf:FOLDER_OR_NAME, openai:MODEL@URL or http:URL; for "
        "claims also tfidf-da or tfidf-esim; for tossups ir, dan, rnn or ensemble.",
    ),
]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the adversary; may be repeated.")
]
LimitOption = Annotated[int | None, typer.Option(help="Draw this many examples, by the seed.")]
SeedOption = Annotated[int, typer.Option(help="Of all that is drawn at random.")]
BudgetOption = Annotated[
    int | None,
    typer.Option(
        help="Distinct queries a question, the original included, of a tossup one a sentence; of no effect on claims."
    ),
]
GoalOption = Annotated[
    str | None,
    typer.Option(
        help="f1_zero: no word of the answer is right; not_exact: it is not exact; label_wrong: a claim's label is "
        "wrong; fever_zero: that, or no gold evidence was found; never_first: a tossup's answer is at no "
        "sentence's end the first guess; buzz_later: it is so later than before.  [default: f1_zero, label_wrong, "
        "never_first]"
    ),
]
WorkersOption = Annotated[int, typer.Option(min=1, help="Processes; the rows are the same for any number.")]
MaxErrorsOption = Annotated[
    float, typer.Option("--max-errors", min=0, max=1, help="The share of examples that the victim may fail on.")
]
AskAgainOption = Annotated[
    float,
    typer.Option(
        "--ask-again",
        min=0,
        max=1,
        metavar="SHARE",
        help="The share of kept answers (5 to 50 of them) that the victim is asked for once more; 0: none.",
    ),
]
TimeoutOption = Annotated[
    float,
    typer.Option(
        min=0,
        metavar="SECONDS",
        help="So long without any answer, and a batch has failed; so long to be made again, and all has. 0: it is "
        "waited for.",
    ),
]
RetryOption = Annotated[bool, typer.Option("--retry-errors", help="Attempt the errored examples again.")]
ContinueOption = Annotated[
    bool,
    typer.Option("--continue-earlier", help="Go on with what an earlier version of Stumper began and did not end."),
]
FailUnderOption = Annotated[
    float | None,
    typer.Option(
        "--fail-under",
        min=0,
        max=1,
        metavar="X",
        help="Exit with 1 if the adversarial score is below X (0-1): F1; of claims label accuracy, or with the goal "
        "fever_zero the FEVER score; of tossups accuracy at the end.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
StoreOption = Annotated[
    str | None, typer.Option("--store", help="The store's URL or file.  [default: STUMPER_STORE, else stumper.db]")
]
OutFolder = Annotated[Path, typer.Option("--out", help="The folder to write to.")]


def pairs(settings: list[str] | None) -> dict[str, str]:
    """KEY=VALUE texts as a mapping; BadOption for anything else, or a key given twice."""
    found: dict[str, str] = {}
    for text in settings or ():
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise BadOption(f"--set takes KEY=VALUE, not {text!r}: for example --set search=fast.")
        if key in found:
            raise BadOption(f"--set {key} is given twice ({found[key]!r} and {value!r}): keep one.")
        found[key] = value
    return found
