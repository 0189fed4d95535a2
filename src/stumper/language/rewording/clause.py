"""A sentence's main clause as the edits see it, and its parts laid out in another order."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.language.clauses import FINITE
from stumper.language.inflection import inflected, lemma
from stumper.language.parse import Parse
from stumper.language.rewording.capitals import lowered, raised
from stumper.language.rewording.pieces import Kept, Piece
from stumper.language.rewording.words import word_set

VERBAL = FINITE | {"VB", "VBN", "VBG"}
NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))
SUBJECTS = ("nsubj", "nsubj:pass")
_FOCUS = word_set("""
    only even just not merely simply also alone solely exclusively too mostly mainly largely chiefly primarily
    especially particularly hardly scarcely never
    """)
_DENIALS = word_set("not n't n’t never")
_JOINING = word_set("and or but ;")
_ENDS = frozenset(("(", ";", ":", "which", "who", "whose", "that", "where", "when"))  # a clause, but of another kind
_GROUP = frozenset(("aux", "aux:pass", "cop", "advmod"))

Span = tuple[int, int]  # the tokens [first, last]; none where the last comes before the first
Part = Span | str  # a text is new


@dataclass(frozen=True, slots=True)
class Clause:
    """The main clause of a sentence that ends with a full stop.

    Without gaps follow: the tokens before the subject, the subject, the verb group (auxiliaries, adverbs and the verb;
    of "was the capital" the copula alone), the rest, the tail, the full stop. The tail is a clause that says something
    of its own: ", and the dog slept".
    """

    parse: Parse
    before: Span
    subject: Span
    group: Span
    rest: Span
    tail: Span
    root: int

    @property
    def stop(self) -> Span:
        """The full stop."""
        return len(self.parse.tokens) - 1, len(self.parse.tokens) - 1

    @property
    def subject_head(self) -> int:
        """The subject's main word."""
        return next(i for i in self.parse.children(self.root) if self.parse.tokens[i].relation in SUBJECTS)

    def words(self, span: Span) -> list[str]:
        """The words of these tokens in lower case."""
        return [token.text.lower() for token in self.parse.tokens[span[0] : span[1] + 1]]

    def tags(self, span: Span) -> list[str]:
        """The Penn tags of these tokens."""
        return [token.tag for token in self.parse.tokens[span[0] : span[1] + 1]]

    def has_verb(self, span: Span) -> bool:
        """Whether a verb, a participle or an infinitive is among these tokens."""
        return any(tag in VERBAL for tag in self.tags(span))

    def has_focus(self, *spans: Span) -> bool:
        """Whether a word such as *only* stands here, which says something of the phrase next to it."""
        return any(has_focus(self.parse, span) for span in spans)

    def is_negated(self) -> bool:
        """Whether the verb group denies."""
        return bool(_DENIALS & set(self.words(self.group)))

    def may_hide_clause(self, span: Span) -> bool:
        """Whether *and* joins something that has a verb behind it: what is taken for a noun may be its subject."""
        tokens = self.parse.tokens
        for i in range(span[0], span[1]):
            if tokens[i].text.lower() not in _JOINING:
                continue
            joined = [token for token in tokens[i + 1 : span[1] + 1] if not token.tag.startswith("RB")]
            opening = next((j for j, token in enumerate(joined) if j and token.text in _ENDS), len(joined))
            if joined and joined[0].tag not in VERBAL and any(token.tag in VERBAL for token in joined[:opening]):
                return True
        return False


def has_focus(parse: Parse, span: Span) -> bool:
    """Whether *only*, *even* or the like is among these tokens; *the only* is an adjective."""
    words = ["", *(token.text.lower() for token in parse.tokens)]
    return any(words[i + 1] in _FOCUS and words[i] not in ("the", "an") for i in range(span[0], span[1] + 1))


def main_clause(parse: Parse) -> Clause | None:
    """The main clause; None where subject, verbs and full stop do not stand as they should."""
    tokens = parse.tokens
    root = next((i for i, token in enumerate(tokens) if token.relation == "root"), None)
    if root is None or tokens[-1].text != "." or len(tokens) < 4:
        return None
    head = next((i for i in parse.children(root) if tokens[i].relation in SUBJECTS), None)
    if head is None or head > root or (subject := whole(parse, head)) is None:
        return None
    subject = subject[0] + (tokens[subject[0]].text == ","), subject[1]
    if subject[0] and tokens[subject[0] - 1].text != "," and tokens[subject[0] - 1].tag not in ("CD", "RB", "CC"):
        return None  # what stands right before it may belong to it
    group = _group(parse, subject[1] + 1, root)
    ends = tokens[subject[1]].tag in ("JJ", "JJR", "JJS", "RB", "IN", "CC", "TO", "DT", ",")  # cut off, or too long
    if group is None or ends or not balanced(parse, *subject):
        return None
    rest, tail = _without_tail(parse, (group[1] + 1, len(tokens) - 2), root)
    return Clause(parse, (0, subject[0] - 1), subject, group, rest, tail, root)


def whole(parse: Parse, index: int) -> Span | None:
    """The tokens of the subtree from first to last; None where something else stands between them."""
    below = parse.subtree(index)
    return (below[0], below[-1]) if below[-1] - below[0] + 1 == len(below) else None


def balanced(parse: Parse, first: int, last: int) -> bool:
    """Whether brackets and quotation marks that open among these tokens close among them."""
    text = parse.span(first, last) if first <= last else ""
    return text.count('"') % 2 == 0 and all(text.count(a) == text.count(b) for a, b in ("()", "[]", "“”", "«»"))


def first_comma(parse: Parse) -> int:
    """The first comma that tears no brackets or quotation apart; 0 where there is none."""
    return next((i for i, token in enumerate(parse.tokens) if token.text == "," and balanced(parse, 0, i)), 0)


def first_finite(parse: Parse) -> int:
    """The first finite verb; 0 where there is none."""
    return next((i for i, token in enumerate(parse.tokens) if token.tag in FINITE), 0)


def laid_out(parse: Parse, at: int, parts: Sequence[Part], around: str) -> list[Piece] | None:
    """The parts as pieces of a paragraph in which the sentence stands ``at`` this character.

    Words are spaced, and the capital that opened the sentence goes where it opens it now; None where a word's capital
    may be its own, or brackets would be torn apart.
    """
    pieces: list[Piece] = []
    for part in parts:
        made: list[Piece] | None = [part] if isinstance(part, str) else _kept(parse, at, part, not pieces, around)
        if made is None:
            return None
        if not made:
            continue
        opening = part if isinstance(part, str) else parse.tokens[part[0]].text
        if pieces and opening[0] not in ",.;:?!'’":
            made = _spaced(parse, at, made)
        pieces += [raised(made[0]), *made[1:]] if not pieces and isinstance(made[0], str) else made
    return pieces


def _spaced(parse: Parse, at: int, made: list[Piece]) -> list[Piece]:
    """The pieces after a space: the one that stood before them, where there was one."""
    first = made[0]
    if isinstance(first, Kept) and first.start > at and parse.text[first.start - at - 1] == " ":
        return [Kept(first.start - 1, first.end), *made[1:]]
    return [" ", *made]


def _kept(parse: Parse, at: int, span: Span, opens: bool, around: str) -> list[Piece] | None:
    """The tokens as they are but for the first letter."""
    first, last = span
    if first > last:
        return []
    if not balanced(parse, first, last):
        return None
    start, end = at + parse.tokens[first].start, at + parse.tokens[last].end
    word = parse.tokens[first].text
    small = lowered(parse, 0, around) if first == 0 and not opens else word
    if small is None:
        return None
    now = raised(small) if opens else small
    return [Kept(start, end)] if now == word else [now[0], Kept(start + 1, end)]


def finite_verb(clause: Clause) -> int:
    """The first verb of the group."""
    first, last = clause.group
    return next(i for i in range(first, last + 1) if clause.parse.tokens[i].tag in VERBAL)


def is_past(clause: Clause) -> bool | None:
    """Whether the clause's finite verb is in the past tense; None where it is neither past nor present."""
    verb = clause.parse.tokens[finite_verb(clause)]
    name = lemma(verb.text, "VBD")
    if verb.text in (inflected(name, "VBD"), "was", "were"):
        return None if verb.text == name else True
    return False if verb.tag in ("VBZ", "VBP") else None


def _group(parse: Parse, start: int, root: int) -> Span | None:
    """The verbs from this token on, up to the root, or to the copula of a root that is no verb."""
    tokens = parse.tokens
    end = start
    while end < root and tokens[end].head == root and tokens[end].relation in _GROUP:
        end += 1
    if end == root and tokens[root].tag in VERBAL:
        end += 1
    else:
        while end > start and tokens[end - 1].relation != "cop":
            end -= 1
    verbs = [token.tag for token in tokens[start:end] if token.tag in VERBAL]
    finite = any(tag in FINITE for tag in verbs) or verbs == ["VBN"]  # a past tense is taken for a participle
    return (start, end - 1) if finite else None


def _without_tail(parse: Parse, rest: Span, root: int) -> tuple[Span, Span]:
    """The rest and its tail: from the last comma or semicolon before a clause with a subject and a verb of its own."""
    tokens = parse.tokens
    for i in range(rest[0], rest[1]):
        if tokens[i].text not in (",", ";") or tokens[i + 1].text.lower() not in _TAILS:
            continue
        verb = tokens[i + 1].head
        own = [j for j in parse.children(verb) if tokens[j].relation in SUBJECTS and i < j < verb]
        if own and tokens[verb].head == root and tokens[verb].relation in ("conj", "advcl", "parataxis"):
            return (rest[0], i - 1), (i, rest[1])
    return rest, (rest[1] + 1, rest[1])


_TAILS = word_set("and but while whereas although though because so yet")
