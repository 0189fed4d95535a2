"""When or where something happened, and two clauses side by side: found, and put elsewhere in the sentence."""

from collections.abc import Iterator

from stumper.language.clauses import FINITE
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS, Part, Span, balanced, has_focus, whole
from stumper.language.rewording.nominal import event
from stumper.language.rewording.words import word_set

Parts = list[Part]
LONGEST_MOVED_BACK = 14  # tokens of a sentence that a moment is put behind
_WHEN = word_set("in on at during after before when as by")
_OPENS_CLAUSE = frozenset(("DT", "NNP", "NNPS", "PRP", "NN", "NNS", "JJ", "PRP$", "CD"))
_POINTING = word_set("this that these those it its they them their he she his her him former latter also then")


def moments(parse: Parse) -> Iterator[tuple[Span, tuple[Part, ...]]]:
    """When or where what the sentence tells happened, at its end or its beginning, and the sentence without it."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    root = next(i for i, token in enumerate(tokens) if token.relation == "root")
    others = {tokens[j].relation for j in parse.children(root) if j > root}
    if not event(parse, root) or {"conj", "ccomp", "parataxis"} & others:
        return
    if {"first", "last", "only", "there"} & {token.text.lower() for token in tokens[:root]}:
        return
    for i in parse.children(root):
        span = _phrase(parse, i)
        if span is None or not balanced(parse, *span) or not _is_moment(parse, i, span):
            continue
        if span[1] == end and span[0] > root + 1:
            last = span[0] - 2 if tokens[span[0] - 1].text == "," else span[0] - 1
            yield span, ((0, last), ".")
        elif span[0] == 0 and tokens[span[1] + 1].text == "," and tokens[span[1] + 2].tag in _OPENS_CLAUSE:
            yield span, ((span[1] + 2, end), ".")


def moment_first(parse: Parse) -> Iterator[Parts]:
    """*Ada sold the mill in 1871.* → *In 1871, Ada sold the mill.*"""
    for span, rest in moments(parse):
        first = rest[0]
        pronoun = _POINTING & {token.text.lower() for token in parse.tokens[span[0] : span[1] + 1]}
        if span[0] and not pronoun and not isinstance(first, str) and parse.tokens[0].tag in _OPENS_CLAUSE:
            yield [span, ",", *rest]


def moment_last(parse: Parse) -> Iterator[Parts]:
    """*In 1871, Ada sold the mill.* → *Ada sold the mill in 1871.*"""
    for span, rest in moments(parse):
        first = rest[0]
        if span[0] or isinstance(first, str) or first[1] - first[0] > LONGEST_MOVED_BACK:
            continue
        inner = parse.tokens[first[0] : first[1] + 1]
        plain = not any(
            t.text in (",", "and", "or", "that", "which", "who", "(") or t.tag in ("IN", "TO") for t in inner
        )
        if plain and not has_focus(parse, first) and not any(t.text.lower() in _POINTING for t in inner):
            yield [first, span, "."]


def clauses_turned(parse: Parse) -> Iterator[Parts]:
    """*Ada sold the mill, and Bo left.* → *Bo left, and Ada sold the mill.*, where neither needs the other."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    root = next(i for i, token in enumerate(tokens) if token.relation == "root")
    second = [i for i in parse.children(root) if tokens[i].relation == "conj"]
    if len(second) != 1 or (span := whole(parse, second[0])) is None or span[1] != end:
        return
    joint = span[0] + (tokens[span[0]].text == ",")
    if tokens[joint].text != "and" or tokens[joint - 1].text != "," or not _has_clause(parse, second[0]):
        return
    words = {token.text.lower() for token in tokens}
    finite = [token.tag for token in tokens if token.tag in FINITE]
    same_tense = len(set(finite)) == 1 and finite[0] != "VBD"  # what is past may be told in its order
    apart = not words & _POINTING and "," not in {token.text for token in tokens[: joint - 1]}
    if apart and same_tense and _has_clause(parse, root) and balanced(parse, 0, joint - 2):
        yield [(joint + 1, end), ", and", (0, joint - 2), "."]


def _has_clause(parse: Parse, verb: int) -> bool:
    return any(parse.tokens[i].relation.startswith("nsubj") and i < verb for i in parse.children(verb))


def _phrase(parse: Parse, index: int) -> Span | None:
    """The subtree but for commas around it."""
    span = whole(parse, index)
    if span is None:
        return None
    first, last = span
    first += parse.tokens[first].tag == ","
    last -= parse.tokens[last].tag == ","
    return (first, last) if first <= last else None


def _is_moment(parse: Parse, head: int, span: Span) -> bool:
    """Whether it is a time, a place that is named, or a clause that says when."""
    tokens = parse.tokens
    opening, relation = tokens[span[0]], tokens[head].relation
    words = [token.text.lower() for token in tokens[span[0] : span[1] + 1]]
    if words[0] not in _WHEN or "which" in words:
        return False
    if relation == "advcl":
        clause = any(tokens[i].relation.startswith(("nsubj", "expl")) for i in parse.children(head))
        return clause and words[0] in ("when", "after", "before") and opening.relation in ("mark", "advmod")
    if not relation.startswith("obl") or not 2 <= len(words) <= 12 or {"and", "or", "that", "who", "this"} & set(words):
        return False
    kinds = {entity.kind for i in range(span[0] + 1, span[1] + 1) if (entity := parse.entity_at(i)) is not None}
    if words[0] in ("after", "before", "during"):
        return tokens[span[1]].tag in (*NOUNS, "CD")
    if words[0] in ("in", "on"):
        with_date = "DATE" in kinds and words[1] not in ("accordance", "response", "addition", "honor", "honour")
        return with_date or (words[0] == "in" and kinds == {"PLACE"})
    return words[0] == "at" and bool(kinds & {"PLACE", "ORG"})
