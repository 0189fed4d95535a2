"""What people call themselves."""

import unicodedata

from stumper.errors import BadOption
from stumper.people.accounts.lookalikes import mixed

LONGEST = 60
JOINERS = "\u200c\u200d"  # invisible, but letters of some scripts are written with them
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # Unicode's categories: controls, formats, line ends, no characters


def tidy_name(text: str) -> str:
    """The name as others see it, single spaces between its words; BadOption where it is none."""
    name = " ".join(filter(None, unicodedata.normalize("NFC", text).split(" ")))
    if not login(name):
        raise BadOption("A name has at least one character. Write how others are to call you.")
    if len(name) > LONGEST:
        raise BadOption(f"A name has at most {LONGEST} characters; yours has {len(name)}. Make it shorter.")
    if any(unicodedata.category(c) in UNSEEN and c not in JOINERS for c in name):
        raise BadOption(f"The name {name!r} has characters that cannot be seen. Write it with letters and signs only.")
    if (word := mixed(name)) is not None:
        raise BadOption(
            f"The word {word!r} mixes letters of several alphabets that look alike. Write it in one of them."
        )
    return name


def login(name: str) -> str:
    """What names that look alike to whoever types them have in common; "" of a name without visible characters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(c for c in folded if c not in JOINERS).split())
