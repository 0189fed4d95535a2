"""From a text and its paraphrase to the rules that would make the one of the other (Ribeiro et al. 2018, section 4)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from stumper.adversaries.rule_induction.lines import NAMES, Line
from stumper.adversaries.rule_induction.rule import START, Rule, names
from stumper.text import shared_beginning

MOST_WORDS = 4  # that a rule replaces; more is no rule but another sentence
MOST_TAGGED = 3  # of them for which tags are tried
ARTICLES = ("a", "an")
_WORDS = re.compile(r"\w+")
_JOINED = re.compile(r"[\w'’-]")


@dataclass(frozen=True, slots=True)
class Replacement:
    """The tokens [first, end) give way to ``new``; where first == end, it is put in between, where it is "", nothing.

    ``lead`` and ``trail`` are the spaces before and after, as they were and as they are now.
    """

    first: int
    end: int
    new: str
    lead: tuple[str, str]
    trail: tuple[str, str]


def replacement(line: Line, paraphrase: str) -> Replacement | None:
    """The shortest stretch of whole words that the paraphrase has otherwise; None where there is none, or too much."""
    before, after = _inside_a_sentence(line, paraphrase)
    if before == after or not len(line) or not after.strip():
        return None
    head = shared_beginning(before, after)
    tail = shared_beginning(before[head:][::-1], after[head:][::-1])
    first = _first_changed(line, before, after, head)
    end = _end_of_changed(line, before, after, tail, first)
    start = line.ends[first - 1] if first else 0
    stop = line.starts[end] if end < len(line) else len(before)
    old, new = before[start:stop], after[start : len(after) - (len(before) - stop)]
    if end - first > MOST_WORDS or any(sign in old + new for sign in "<>\n"):
        return None
    return _made(line, first, end, old, new)


def only_punctuates(line: Line, change: Replacement) -> bool:
    """Whether the words are those that they were, and nothing but signs between them changes."""
    return _WORDS.findall(" ".join(line.words[change.first : change.end])) == _WORDS.findall(change.new)


def rules_of(line: Line, change: Replacement) -> Iterator[Rule]:
    """The rules by which the change is made: with up to one token of context on either side, each token a word or tag.

    Before the first token, the context is the beginning of the text.
    """
    for with_left, with_right in product((False, True), repeat=2):
        if not with_left and change.lead[0] != change.lead[1]:
            continue
        if (not with_right and change.trail[0] != change.trail[1]) or (with_right and change.end == len(line)):
            continue
        if any(sign in word for word in line.words[max(0, change.first - 1) : change.end + 1] for sign in "<>"):
            continue
        yield from _forms(line, change, with_left, with_right)


def skeleton(line: Line, change: Replacement) -> str:
    """What the right sides of all rules by which a change is made have in common: its new words, those kept as "*"."""
    return _with_tags(line, change, ["<*>"] * (change.end - change.first))


def _made(line: Line, first: int, end: int, old: str, new: str) -> Replacement | None:
    bare = " ".join(new.split())
    lead = _lead(old), _lead(new)
    trail = _lead(old[::-1]), _lead(new[::-1])
    article, _, rest = bare.partition(" ")
    if end - first > 1 and line.words[first] in ARTICLES and article in ARTICLES and rest:
        first, bare, lead = first + 1, rest, (" ", " ")  # the article follows by itself
    if not first:
        lead = "", ""
    if end == len(line):
        trail = "", ""
    if first == end and not bare:
        return None
    if not bare and lead[0] != trail[0]:  # of two different gaps, one is left
        lead, trail = (lead[1], lead[1]), (trail[1], trail[1])
    return Replacement(first, end, bare, lead, trail)


def _forms(line: Line, change: Replacement, with_left: bool, with_right: bool) -> Iterator[Rule]:
    at_start = with_left and change.first == 0
    before = [change.first - 1] if with_left and not at_start else []
    after = [change.end] if with_right else []
    span = range(change.first, change.end)
    tagged = len(span) <= MOST_TAGGED
    choices = [_elements(line, place, tagged or place not in span) for place in (*before, *span, *after)]
    for elements in product(*choices) if choices else ():
        called = names(elements)
        middle = _with_tags(line, change, called[len(before) : len(called) - len(after)])
        right = _joined(called[: len(before)], middle, called[len(called) - len(after) :], change)
        rule = Rule((START, *elements) if at_start else elements, right)
        if right != " ".join(rule.left):
            yield rule


def _elements(line: Line, place: int, tagged: bool) -> tuple[str, ...]:
    """A token as a word, by its Penn tag, and by its coarse tag."""
    tags = (f"<{line.tags[place]}>", f"<{line.coarse[place]}>") if tagged else ()
    return (line.words[place], *tags)


def _with_tags(line: Line, change: Replacement, called: Sequence[str]) -> str:
    """The new text, in which those of the replaced words that it keeps are named as they are on the left."""
    new = change.new
    for place, name in zip(range(change.first, change.end), called, strict=True):
        if name.startswith("<"):
            kept = rf"(?<![\w<]){re.escape(line.words[place])}(?![\w>])"
            new = re.sub(kept, name.replace("\\", r"\\"), new, count=1)
    return new


def _joined(before: Sequence[str], middle: str, after: Sequence[str], change: Replacement) -> str:
    """The right side of a rule, with the words of the context around the new ones."""
    if not middle:
        return (change.lead[1] or change.trail[1]).join((*before, *after))
    head = "".join(f"{word}{change.lead[1]}" for word in before)
    return f"{head}{middle}" + "".join(f"{change.trail[1]}{word}" for word in after)


def _inside_a_sentence(line: Line, paraphrase: str) -> tuple[str, str]:
    """Both texts with their first words as they would stand inside a sentence, as far as the tags tell."""
    start = line.starts[0] if len(line) else 0
    before = line.text[:start] + line.words[0] + line.text[line.ends[0] :] if len(line) else line.text
    word = re.match(r"\s*([\w'’-]+)", paraphrase)
    if word is None:
        return before, paraphrase
    first, at = word.group(1), word.start(1)
    is_name = any(first == name and tag in NAMES for name, tag in zip(line.written, line.tags, strict=True))
    if is_name or first == "I" or (len(first) > 1 and not first[1:].islower()):
        return before, paraphrase
    return before, paraphrase[:at] + first[:1].lower() + paraphrase[at + 1 :]


def _first_changed(line: Line, before: str, after: str, head: int) -> int:
    """The first token that is not there as it was."""
    for place, end in enumerate(line.ends):
        if end > head or (end == head and _JOINED.match(before, end - 1) and _JOINED.match(after, end)):
            return place
    return len(line)


def _end_of_changed(line: Line, before: str, after: str, tail: int, first: int) -> int:
    """The token after the last one that is not there as it was."""
    for place in range(len(line) - 1, first - 1, -1):
        back = len(before) - line.starts[place]
        last = len(after) - back - 1  # where what stands before the token ends
        begins = _JOINED.match(before, line.starts[place])
        if back > tail or (back == tail and last >= 0 and begins and _JOINED.match(after, last)):
            return place + 1
    return first


def _lead(text: str) -> str:
    return " " if text[:1].isspace() else ""
