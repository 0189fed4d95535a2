"""A rule: what it looks for, and what it puts in its place (Ribeiro et al. 2018, section 4).

It is written as people read it: ``what <NOUN>`` becomes ``which <NOUN>``. The left side is words and tags with a space
between two of them; a tag, Penn's or a coarse one, meets any word that has it, and ``<START>`` the beginning of the
text. On the right a tag stands for the word that it has met; where it occurs twice on the left, ``<NN:2>`` is the
second.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache

from stumper.adversaries.rule_induction.lines import COARSE, TAGS, Line
from stumper.language.inflection import article, cased

START = "<START>"
_MET = re.compile(r"<(:|[^<>\s:]+)(?::(\d+))?>")
_ARTICLE = re.compile(r"\b([Aa]n?) ([\w'-]+)")


@dataclass(frozen=True, slots=True, order=True)
class Rule:
    """``left`` is words, ``<TAG>`` and, in the first place, ``<START>``; ``right`` is text in which tags may stand."""

    left: tuple[str, ...]
    right: str

    def __str__(self) -> str:
        return f"{' '.join(self.left)} → {self.right or '∅'}"

    @property
    def is_first(self) -> bool:
        """Whether it holds at the beginning of a text alone."""
        return self.left[:1] == (START,)

    @property
    def elements(self) -> tuple[str, ...]:
        """The words and tags that meet one token each."""
        return self.left[1:] if self.is_first else self.left


@dataclass(frozen=True, slots=True)
class Rewriting:
    """``new`` in the place of the characters [start, end), and the text that comes of it."""

    start: int
    end: int
    new: str
    text: str


def tag_of(element: str) -> str | None:
    """The tag that an element of the left side asks for; None of a word."""
    return element[1:-1] if len(element) > 2 and element[0] == "<" and element[-1] == ">" else None


def names(elements: tuple[str, ...]) -> tuple[str, ...]:
    """What the right side calls each element by."""
    counts, seen = Counter(elements), Counter[str]()
    called = []
    for element in elements:
        seen[element] += 1
        several = tag_of(element) is not None and counts[element] > 1
        called.append(f"{element[:-1]}:{seen[element]}>" if several else element)
    return tuple(called)


def fault(rule: Rule) -> str | None:
    """Why this is no rule, in words; None where it is one."""
    if not rule.elements:
        return "its left side is empty"
    for element in rule.elements:
        tag = tag_of(element)
        if tag is not None and tag not in TAGS and tag not in COARSE:
            return f"{element} is no tag of the Penn treebank or of Universal Dependencies"
    unmet = [match.group() for match in _MET.finditer(rule.right) if _place(rule.elements, match) is None]
    if unmet:
        return f"{unmet[0]} of its right side is not on its left side"
    return "both sides are the same" if " ".join(rule.left) == rule.right else None


def matches_at(rule: Rule, line: Line, at: int) -> bool:
    """Whether the left side meets the tokens from this one on."""
    if at + len(rule.elements) > len(line) or (rule.is_first and at > 0):
        return False
    return all(_meets(element, line, at + k) for k, element in enumerate(rule.elements))


def rewriting(rule: Rule, line: Line, at: int) -> Rewriting | None:
    """What the rule makes of the line where it matches; None where that is the same text, or none.

    An article before them or among them follows the new words, and at the beginning of the text they get its capital.
    """
    new = _MET.sub(lambda match: line.words[at + (_place(rule.elements, match) or 0)], rule.right)
    new = _ARTICLE.sub(lambda match: f"{cased(article(match.group(2)), match.group(1))} {match.group(2)}", new)
    start, end = line.starts[at], line.ends[at + len(rule.elements) - 1]
    if at == 0 and line.text[start : start + 1].isupper():
        new = new[:1].upper() + new[1:]
    if not new:
        return _without(line.text, start, end)
    if at and line.words[at - 1] in ("a", "an") and line.ends[at - 1] < start:
        before = line.written[at - 1]
        if (wanted := cased(article(new), before)) != before:
            start, new = line.starts[at - 1], f"{wanted}{line.text[line.ends[at - 1] : start]}{new}"
    return _put(line.text, start, end, new)


def carried(rule: Rule) -> frozenset[int]:
    """The places of the elements whose words the right side has, by their tag or as they are."""
    by_tag = {_place(rule.elements, match) for match in _MET.finditer(rule.right)}
    said = set(literal_words(rule.right))
    by_word = {k for k, element in enumerate(rule.elements) if tag_of(element) is None and element in said}
    return frozenset(place for place in by_tag if place is not None) | by_word


@cache
def literal_words(right: str) -> tuple[str, ...]:
    """The words that the right side brings itself."""
    return tuple(re.findall(r"[\w'’]+(?:-\w+)*|[^\w\s]", _MET.sub(" ", right)))


def _meets(element: str, line: Line, at: int) -> bool:
    tag = tag_of(element)
    if tag is None:
        return element in (line.words[at], line.written[at])
    return tag == line.tags[at] or tag == line.coarse[at]


def _place(elements: tuple[str, ...], match: re.Match[str]) -> int | None:
    """Which element a tag of the right side stands for; None where the left side has it not."""
    wanted, number = f"<{match.group(1)}>", int(match.group(2) or 1)
    places = [place for place, element in enumerate(elements) if element == wanted]
    return places[number - 1] if 0 < number <= len(places) else None


def _without(text: str, start: int, end: int) -> Rewriting | None:
    """The text with a stretch left out, and a space beside it."""
    if text[end : end + 1].isspace():
        end += 1
    elif text[:start].endswith(" "):
        start -= 1
    if start == 0 and text[:1].isupper():
        return _put(text, 0, end + 1, text[end : end + 1].upper())
    return _put(text, start, end, "")


def _put(text: str, start: int, end: int, new: str) -> Rewriting | None:
    changed = text[:start] + new + text[end:]
    return Rewriting(start, end, new, changed) if changed != text and changed.strip() else None
