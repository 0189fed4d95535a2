"""From a key to a sentence."""

from stumper.web.words import account, annotating, examples, joining, matches, projects, results, shared, writing

WORDS: dict[str, str] = {
    **shared.WORDS,
    **account.WORDS,
    **joining.WORDS,
    **projects.WORDS,
    **writing.WORDS,
    **annotating.WORDS,
    **results.WORDS,
    **examples.WORDS,
    **matches.WORDS,
}


def t(key: str, **values: object) -> str:
    """The words of a key with their values filled in; a key without words is a bug."""
    return WORDS[key].format(**values)


def so_many(key: str, number: int) -> str:
    """The words of so many, of which there are two: of ``key.one``, and of ``key.many`` with the number as ``n``."""
    return t(f"{key}.one" if number == 1 else f"{key}.many", n=number)
