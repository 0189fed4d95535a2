"""Which examples an attack cannot read: whatever parses, parses English, and of another language it makes nonsense."""

from collections.abc import Iterable

from stumper.errors import BadOption
from stumper.language.english import is_english
from stumper.registry import task_of
from stumper.shown import shown
from stumper.types import Example

NOT_ENGLISH = "it is not in English, which is all that the attack reads"
LOOKED_AT = 200  # examples of a data set


def reads_english(adversary: object) -> bool:
    """Whether an adversary reads what it attacks, rather than adding to it: it has a ``pipeline`` that parses."""
    return getattr(adversary, "pipeline", None) is not None


def is_legible(adversary: object, example: Example) -> bool:
    """Whether an adversary can read an example: it does not read at all, or the example is in English or too short to
    tell."""
    return not reads_english(adversary) or is_english(_text(example))


def check_legible(adversary: object, name: str, dataset: str, examples: Iterable[Example]) -> None:
    """Nothing; BadOption where the adversary reads English, and the examples, taken together, are not in it."""
    looked_at = [example for example, _ in zip(examples, range(LOOKED_AT), strict=False)]
    if not looked_at or is_legible_together(adversary, looked_at):
        return
    raise BadOption(f"{name!r} reads English alone, and {dataset} is in another language (it begins "
                    f"{shown(looked_at[0].query.text)}). Name an attack that adds words without reading, such as "
                    "add-any, or variants that others have made: from-file.")  # fmt: skip


def is_legible_together(adversary: object, examples: Iterable[Example]) -> bool:
    """Whether an adversary can read examples of one language, however short each is."""
    return not reads_english(adversary) or is_english("\n".join(_text(example) for example in examples))


def _text(example: Example) -> str:
    return "\n".join(task_of(example.query).wire.fields(example.query).values())
