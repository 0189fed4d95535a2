"""A text as rules see it: its words with their Penn tags and their coarse tags of Universal Dependencies."""

from dataclasses import dataclass

from stumper.language.parse import Parse, Token

NAMES = ("NNP", "NNPS")
_COARSE = {
    tag: coarse
    for coarse, tags in {
        "NOUN": "NN NNS", "PROPN": "NNP NNPS", "VERB": "VB VBD VBG VBN VBP VBZ", "AUX": "MD", "ADJ": "JJ JJR JJS AFX",
        "ADV": "RB RBR RBS WRB", "PRON": "PRP PRP$ WP WP$ EX", "DET": "DT PDT WDT", "ADP": "IN RP", "NUM": "CD",
        "PART": "TO POS", "CCONJ": "CC", "INTJ": "UH", "SYM": "$ #",
        "PUNCT": ". , : `` '' HYPH -LRB- -RRB- NFP",
    }.items()
    for tag in tags.split()
}  # fmt: skip
TAGS = frozenset(_COARSE) | {"FW", "LS", "GW", "ADD", "XX"}
COARSE = frozenset(_COARSE.values()) | {"SCONJ", "X"}
_AUXILIARY = ("aux", "aux:pass", "cop")


@dataclass(frozen=True, slots=True)
class Line:
    """A text and its tokens; ``words`` are as they would stand inside a sentence, ``written`` as they stand here."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    written: tuple[str, ...]
    words: tuple[str, ...]
    tags: tuple[str, ...]
    coarse: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.words)


def line_of(parse: Parse) -> Line:
    """The parsed text for rules; its first word without its capital, unless it is a name."""
    tokens = parse.tokens
    written = tuple(token.text for token in tokens)
    inside = _inside(tokens[0]) if tokens else ""
    return Line(
        parse.text,
        tuple(token.start for token in tokens),
        tuple(token.end for token in tokens),
        written,
        (inside, *written[1:]) if tokens else (),
        tuple(token.tag for token in tokens),
        tuple(map(_coarse, tokens)),
    )


def _inside(token: Token) -> str:
    """The word as it would stand inside a sentence."""
    keeps = token.tag in NAMES or token.text == "I" or (len(token.text) > 1 and not token.text[1:].islower())
    return token.text if keeps else token.text[:1].lower() + token.text[1:]


def _coarse(token: Token) -> str:
    if token.relation in _AUXILIARY and token.tag.startswith("VB"):
        return "AUX"
    if token.tag == "IN" and token.relation == "mark":
        return "SCONJ"
    return _COARSE.get(token.tag, "X")
