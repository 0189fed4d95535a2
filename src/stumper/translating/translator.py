"""How a translator is named."""

from stumper.errors import BadOption
from stumper.translating.sentences import Translator


def load_translator(name: str) -> Translator:
    """The translator called ``offline``, ``apertium:PAIR``, ``marian:TO,BACK`` or ``openai:MODEL@URL``.

    BadOption where there is none of that name, or where what it needs is not installed.
    """
    kind, _, argument = name.partition(":")
    if kind == "offline" and not argument:
        from stumper.translating.offline import Rewording

        return Rewording()
    if kind == "apertium":
        from stumper.translating.apertium import load

        return load(argument)
    if kind == "marian":
        from stumper.translating.marian import load as load_marian

        return load_marian(argument)
    if kind == "openai":
        from stumper.translating.endpoint import load as load_endpoint

        return load_endpoint(argument)
    raise BadOption(
        f"There is no translator {name!r}. Name offline, apertium:eng-spa (another pair of Apertium's), "
        "marian:TO,BACK (two models of transformers, there and back) or openai:MODEL@URL."
    )
