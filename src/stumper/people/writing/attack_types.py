"""The types of attack that a changed text looks like, by what became of its sentences (Rahurkar et al. 2020)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stumper.people.writing.likeness import content, is_garbage, within_sentence
from stumper.text import sentences, words
from stumper.writing_desk import Shown

# Of several, what says most of a text comes first: the shapes of sentences, then what is in them.
RANKED = (
    "garbage", "merge", "split", "reorder", "distract", "ablate", "coreference", "misspell", "elongate", "synonym",
    "paraphrase",
)  # fmt: skip
ATTACK_TYPES = tuple(sorted(RANKED))
PART = 0.6  # of a sentence's words that stand in another, where it has become a part of that
LIKE = 0.4  # of a sentence's words that it shares with what it was made of
SHARED = 2  # content words of the question in a sentence that is to be taken for the answer's


def types_for(shown: Shown) -> tuple[str, ...]:
    """The types that a change of it can be of: a claim has no question about it, and mostly no second sentence."""
    if shown.asked:
        return ATTACK_TYPES
    several = {"merge", "reorder"} if len(sentences(shown.text)) < 2 else set[str]()
    return tuple(kind for kind in ATTACK_TYPES if kind not in {"distract"} | several)


def proposed(shown: Shown, text: str) -> tuple[str, ...]:
    """The types of attack that the text looks like in the place of what was shown, the plainest first."""
    before, after = _sentences(shown.text), _sentences(text)
    if before == after:
        return ()
    found = set(_of_sentences(before, after, content(shown.asked)))
    return tuple(kind for kind in RANKED if kind in found and kind in types_for(shown))


@dataclass(frozen=True, slots=True, eq=False)
class _Sentence:
    text: str
    words: Counter[str]

    def share_in(self, other: "_Sentence") -> float:
        """How much of its words stand in the other one."""
        return (self.words & other.words).total() / max(1, self.words.total())

    def is_part_of(self, other: "_Sentence") -> bool:
        return self.share_in(other) >= PART


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.text.split()) for sentence in sentences(text)]


def _of_sentences(before: Sequence[str], after: Sequence[str], asked: frozenset[str]) -> Iterator[str]:
    kept = Counter(before) & Counter(after)
    if [text for text in before if text in kept] != [text for text in after if text in kept]:
        yield "reorder"
    lost, new = (_others(texts, kept) for texts in (before, after))
    sources = [[old for old in lost if old.is_part_of(made)] for made in new]
    parts = [[made for made in new if made.is_part_of(old)] for old in lost]
    is_merged, is_split = (any(len(group) > 1 for group in groups) for groups in (sources, parts))
    if is_merged:
        yield "merge"
    if is_split:
        yield "split"
    pairs = _paired(lost, new)
    if any(old not in [pair[0] for pair in pairs] and not any(old in group for group in sources) for old in lost):
        yield "ablate"
    for made in new:
        if made not in [pair[1] for pair in pairs] and not any(made in group for group in parts):
            yield _added(made, asked)
    if not is_merged and not is_split:
        for old, made in pairs:
            yield from within_sentence(old.text, made.text)


def _others(texts: Sequence[str], kept: Counter[str]) -> list[_Sentence]:
    left = kept.copy()
    others = []
    for text in texts:
        if left[text]:
            left[text] -= 1
        else:
            others.append(_Sentence(text, Counter(word.text.lower() for word in words(text))))
    return others


def _paired(lost: Sequence[_Sentence], new: Sequence[_Sentence]) -> list[tuple[_Sentence, _Sentence]]:
    """Sentences with what was made of them: the likest, where it is like enough."""
    free, pairs = list(new), []
    for old in lost:
        likest = max(free, key=lambda made: old.share_in(made) + made.share_in(old), default=None)
        if likest is not None and max(old.share_in(likest), likest.share_in(old)) >= LIKE:
            pairs.append((old, likest))
            free.remove(likest)
    return pairs


def _added(made: _Sentence, asked: frozenset[str]) -> str:
    if is_garbage(made.text):
        return "garbage"
    shared = content(made.text) & asked
    return "distract" if len(shared) >= min(SHARED, len(asked)) and shared else "elongate"
