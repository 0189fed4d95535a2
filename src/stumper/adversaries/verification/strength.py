"""How strong the published attacks on claims are: as their paper has them, or behind this project's guards."""

from collections.abc import Mapping
from typing import Literal, get_args

from stumper.errors import BadOption
from stumper.translating.substitution import SENSES

Strength = Literal["guarded", "published"]
RulesStrength = Literal["guarded", "published", "judged"]
MOST_VARIANTS: Mapping[Strength, int] = {"guarded": 1, "published": 3}  # variants of a claim, unless an option says it


def check_strength(adversary: str, strength: str, known: object = Strength) -> None:
    """Nothing; BadOption where the adversary has no such strength."""
    if strength not in (names := get_args(known)):
        raise BadOption(f"The option 'strength' of {adversary} is one of {', '.join(names)}, not {strength!r}.")


def check_substitution(adversary: str, strength: str, senses: str | None, most: int | None) -> None:
    """Nothing; BadOption where an attack that exchanges words cannot have these options, alone or together."""
    check_strength(adversary, strength)
    if most is not None and most < 1:
        raise BadOption(f"The option 'most' of {adversary} is a number of 1 or more, not {most}.")
    if senses is not None and senses not in SENSES:
        raise BadOption(f"The option 'senses' of {adversary} is {' or '.join(SENSES)}, not {senses!r}.")
    if senses is not None and strength == "published":
        raise BadOption(f"The option 'senses' of {adversary} is for strength=guarded: as published, lemmas are of all "
                        "senses. Leave one of the two out.")  # fmt: skip


def senses_of(strength: Strength, senses: str | None) -> str:
    """Which synsets lemmas are from: as published, and where it is asked for, all."""
    return "all" if strength == "published" else senses or "likely"
