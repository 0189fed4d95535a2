"""Options that several commands take, declared once: one by one, and those that belong together as one value."""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import typer

from stumper.errors import BadOption

_FILES = "A file (SQuAD, FEVER and the like, or rows: CSV, TSV, JSON, JSON lines, Parquet, a saved Hugging Face folder)"
DatasetArgument = Annotated[
    str,
    typer.Argument(
        metavar="DATASET",
        help=f"{_FILES}, or a name: reading, verification, quizbowl, rag (embedded; also quizbowl:guesstrain, "
        "quizbowl:all), oracle:FILE, open:FILE, hf:NAME.",
    ),
]
MapOption = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="ROLE=COLUMN,...",
        help="Which column of rows is what, where its name does not say: question, context, answer; claim, label, "
        "evidence; tossup, answer; group, by which intervals are made; id.",
    ),
]
_A_VICTIM = (
    "embedded, file:PREDICTIONS, python:module:Name, hf:FOLDER_OR_NAME, openai:MODEL@URL, "
    "inspect:PROVIDER/MODEL or http:URL (or "
    "http:FILE.toml); for questions also bidaf, match-lstm, logistic, minilm-l3, and sliding-window, which "
    "only matches words; for claims transformer, nsmn, hexaf, enhanced-esim, tfidf-esim or tfidf-da; for tossups "
    "ir, dan, rnn or ensemble; for open questions rag or rag-rerank."
)
VictimOption = Annotated[str, typer.Option("--victim", "-v", help=_A_VICTIM)]
VictimsOption = Annotated[
    list[str] | None,
    typer.Option("--victim", "-v", help=f"{_A_VICTIM} May be repeated.  [default: embedded]", show_default=False),
]
MaxRequestsOption = Annotated[
    int | None,
    typer.Option(
        "--max-requests", min=1, metavar="N", help="Stop after so many requests to services; run again, it goes on."
    ),
]
MaxCostOption = Annotated[
    float | None,
    typer.Option(
        "--max-cost", min=0, metavar="X", help="Stop once so much is spent, by price_in and price_out of openai:."
    ),
]
DryRunOption = Annotated[
    bool,
    typer.Option("--dry-run", help="Show what services would be asked, and what it would cost at most; ask nothing."),
]
LimitOption = Annotated[int | None, typer.Option(help="Draw this many examples, by the seed.")]
SeedOption = Annotated[int, typer.Option(help="Of all that is drawn at random.")]
OnlyRightOption = Annotated[
    bool,
    typer.Option(
        "--only-right", help="Leave out the examples that the victim gets wrong already; else they are attacked, too."
    ),
]
IndexWritesOption = Annotated[
    bool,
    typer.Option(
        "--allow-index-writes",
        help="Attacks may add passages to the index of an http: system that is not on this machine; they are taken out "
        "again.",
    ),
]
_WORKERS = typer.Option(min=1, help="Processes, or actors of the cluster; the rows are the same for any number.")
_EXECUTOR = typer.Option(help="Where workers are: on this machine, or in a Ray cluster.")
WorkersOrPlan = Annotated[int | None, _WORKERS]  # of a command whose file says it where the option does not
ExecutorOrPlan = Annotated[Literal["local", "ray"] | None, _EXECUTOR]
ResourcesOption = Annotated[
    str | None,
    typer.Option("--resources", metavar="NAME=AMOUNT,...", help="What each worker of a cluster has, such as gpu=1."),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="The Ray cluster, such as HOST:6379.  [default: RAY_ADDRESS, else this machine]",
        show_default=False,
    ),
]
AskAgainOption = Annotated[
    float,
    typer.Option(
        "--ask-again",
        min=0,
        max=1,
        metavar="SHARE",
        help="The share of kept answers (5 to 50 of them) that the victim is asked for once more; 0: none, and nothing "
        "is asked twice of one without a fingerprint, or that may vary.",
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
MaxErrorsOption = Annotated[
    float, typer.Option("--max-errors", min=0, max=1, help="The share of examples that the victim may fail on.")
]
RetryOption = Annotated[bool, typer.Option("--retry-errors", help="Attempt the errored examples again.")]
ContinueOption = Annotated[
    bool,
    typer.Option("--continue-earlier", help="Go on with what an earlier version of Stumper began and did not end."),
]
FailIfOption = Annotated[
    Literal["worse", "not-shown-equal"] | None,
    typer.Option(
        "--fail-if",
        help="Exit with 1 if it is worse (a one-sided test against no change, at 5%), or if it is not shown that it "
        "has fallen by less than the margin.",
    ),
]
MarginOption = Annotated[
    float, typer.Option(min=0, max=100, metavar="POINTS", help="How far it may fall, for --fail-if not-shown-equal.")
]
OriginalsOption = Annotated[
    str | None,
    typer.Option(
        "--originals",
        metavar="DATASET",
        help="What the variants were made of, where that is not in their file: a claim's variant has its original's id "
        "as original_id, a question's begins with it.",
    ),
]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Refuse a file of predictions that holds any for ids that the data set lacks.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
JunitOption = Annotated[
    Path | None,
    typer.Option("--junit", metavar="FILE", help="Write how the command and its gate ended as JUnit XML, for CI."),
]
NamesOption = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="NAME", help="What results call the system; of several one each, in their order."),
]
VerboseOption = Annotated[bool, typer.Option("--verbose", help="Also print the signature of each score.")]
StoreOption = Annotated[
    str | None, typer.Option("--store", help="The store's URL or file.  [default: STUMPER_STORE, else stumper.db]")
]
OutFolder = Annotated[Path, typer.Option("--out", help="The folder to write to.")]


@dataclass(frozen=True, slots=True)
class Asked:
    """How a service of a user's own is asked."""

    request: Annotated[
        str | None,
        typer.Option(
            "--request",
            metavar="JSON",
            help='What an http: system is sent for a query, such as \'{"q": "{question}", "docs": "{context}"}\'.',
        ),
    ] = None
    response: Annotated[
        str | None,
        typer.Option(
            "--response", metavar="PATH", help="Where the answer stands in its reply, such as answers.0.text."
        ),
    ] = None
    header: Annotated[
        list[str] | None,
        typer.Option(
            "--header",
            metavar="NAME: VALUE",
            help="Sent to it, too, such as 'X-Api-Key: ${MY_KEY}' with a variable of the environment; may be repeated.",
        ),
    ] = None

    def of(self, victims: list[str] | None) -> list[str]:
        """The names of the victims, of each ``http:`` with how it is asked; BadOption where that is said of none."""
        found = victims or ["embedded"]
        said = {"request": self.request, "response": self.response, **dict(map(_header, self.header or ()))}
        options = "&".join(f"{name}={_written(value)}" for name, value in said.items() if value is not None)
        if not options:
            return found
        if not any(victim.startswith("http:") for victim in found):
            raise BadOption("--request, --response and --header say how a service is asked: name it as --victim "
                            "http:URL.")  # fmt: skip
        return [_with(victim, options) if victim.startswith("http:") else victim for victim in found]


@dataclass(frozen=True, slots=True)
class Attacking:
    """What an attack is, on which examples, and when it has succeeded."""

    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="An option of the adversaries that take it, or of one of several: NAME.KEY=VALUE; may be repeated.",
        ),
    ] = None
    map_: MapOption = None
    limit: LimitOption = None
    seed: SeedOption = 1
    budget: Annotated[
        int | None,
        typer.Option(
            help="Distinct queries a question, the original included, of a tossup one a sentence; of no effect on "
            "claims."
        ),
    ] = None
    goal: Annotated[
        str | None,
        typer.Option(
            help="f1_zero: no word of the answer is right; not_exact: it is not exact; label_wrong: a claim's label is "
            "wrong; fever_zero: that, or no gold evidence was found; never_first: a tossup's answer is at no "
            "sentence's end the first guess; buzz_later: it is so later than before; of open questions answer_wrong: "
            "no word of the answer is right, answer_not_exact, answer_not_contained: no right answer stands in it, "
            "target_given: it is what the attack wants said, answered_anyway: it is no abstaining.  [default: "
            "f1_zero, label_wrong, never_first, answer_wrong, or what the adversary is for]"
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Hands:
    """Who carries runs out."""

    workers: Annotated[int, _WORKERS] = 1
    executor: Annotated[Literal["local", "ray"], _EXECUTOR] = "local"
    resources: ResourcesOption = None
    cluster: ClusterOption = None


@dataclass(frozen=True, slots=True)
class Care:
    """How much of a system's time and patience, and of its owner's money, a command may take."""

    max_errors: MaxErrorsOption = 0.1
    ask_again: AskAgainOption = 0.01
    timeout: TimeoutOption = 300
    allow_index_writes: IndexWritesOption = False
    max_requests: MaxRequestsOption = None
    max_cost: MaxCostOption = None


@dataclass(frozen=True, slots=True)
class Gate:
    """What a command fails by: a score that is too low, or a fall against a baseline."""

    fail_under: Annotated[
        float | None,
        typer.Option(
            "--fail-under",
            min=0,
            max=1,
            metavar="X",
            help="Exit with 1 if the adversarial score is below X (0-1): F1; of claims label accuracy, or with the "
            "goal fever_zero the FEVER score; of tossups accuracy at the end; or what --score says.",
        ),
    ] = None
    gate_score: Annotated[
        str | None,
        typer.Option(
            "--score", metavar="NAME", help="The score that --fail-under is about.  [default: the task's own]"
        ),
    ] = None
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="BASELINE",
            help="Compare with this, question by question: a run, a system in the store, a file that stumper table "
            "wrote, a report.json, or predictions.",
        ),
    ] = None
    fail_if: FailIfOption = None
    margin: MarginOption = 2


@dataclass(frozen=True, slots=True)
class Told:
    """Where results are kept, and how they are told."""

    store: StoreOption = None
    junit: JunitOption = None
    as_json: JsonOption = False
    verbose: VerboseOption = False


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """The command as Typer reads it: for each parameter that is a group of options, one for each of its fields."""
    declared = signature(command, eval_str=True).parameters.values()
    groups: dict[str, Any] = {one.name: one.annotation for one in declared if is_dataclass(one.annotation)}
    every = [option for one in declared for option in (_options(groups[one.name]) if one.name in groups else [one])]

    @wraps(command)
    def flat(**options: Any) -> None:
        gathered = {}
        for name, group in groups.items():
            named = [field.name for field in fields(group) if field.name in options]
            gathered[name] = group(**{name: options.pop(name) for name in named})
        command(**options, **gathered)

    flat.__signature__ = Signature(every)  # type: ignore[attr-defined]
    flat.__annotations__ = {one.name: one.annotation for one in every}
    return flat


def _options(group: Any) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [Parameter(one.name, Parameter.POSITIONAL_OR_KEYWORD, default=one.default, annotation=hints[one.name])
            for one in fields(group)]  # fmt: skip


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


def _with(victim: str, options: str) -> str:
    return f"{victim}{'&' if '#' in victim else '#'}{options}"


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not (colon and name.strip() and value.strip()):
        raise BadOption(f"--header takes NAME: VALUE, not {name!r}: for example 'X-Api-Key: ${{MY_KEY}}'.")
    return f"header.{name.strip()}", value.strip()


def _written(value: str) -> str:
    """The value as it stands behind a ``#``, where these characters part options."""
    return value.replace("%", "%25").replace("&", "%26").replace("#", "%23")
