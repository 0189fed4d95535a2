"""A round trip by Apertium, the rule-based translator that Debian packages; it needs no network.

It has no probabilities. Its translations are rough, so a round trip is taken change by change: what WordNet does not
know to mean the same, and what leaves the sentence's grammar, is put back as it was.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from stumper.errors import BadOption, BrokenAdversary
from stumper.language.inflection import inflected, lemma
from stumper.language.lexicon import PartOfSpeech, senses
from stumper.translating.offline import reworded
from stumper.translating.sentences import MASK, WORD, Paraphrase, Sentence, is_same, number, tidied

# Names that are the same in the languages of Apertium's pairs: each stands for a name of the text on the way.
STAND_INS = ("David", "Oscar", "Daniel", "Robert", "Samuel", "Victor", "Albert", "Hector", "Simon", "Oliver")
LEAST_SHARE = 0.25  # of a word's uses that have the sense in which the round trip's word means the same
# Verbs and others that mean what stands beside them.
LIGHT = {
    "make", "do", "set", "put", "keep", "hold", "take", "get", "have", "be", "go", "come", "give", "run", "see",
    "work", "play", "act", "describe", "fight", "little", "small", "large", "big", "alone", "back", "unknown",
    "child", "boy", "boss", "chief", "electric", "about", "main", "teen", "mold", "redwood", "gain", "license",
    "own", "reach", "notable", "style", "stage", "digger", "grave", "permit", "lone", "lonely", "anthem", "viewer",
    "crop", "classic", "disco", "stranger", "shut",
}  # fmt: skip
PARTS: dict[str, PartOfSpeech] = {
    "NN": "noun", "NNS": "noun", "JJ": "adj", "RB": "adv",
    "VB": "verb", "VBD": "verb", "VBN": "verb", "VBZ": "verb", "VBP": "verb", "VBG": "verb",
}  # fmt: skip


def load(pair: str) -> "Apertium":
    """The round trip over a pair such as ``eng-spa``; BadOption where Apertium or the pair is not installed."""
    there, dash, back = pair.partition("-")
    if not (there and dash and back):
        raise BadOption(f"'apertium:{pair}' names no pair of languages: write apertium:eng-spa.")
    if shutil.which("apertium") is None:
        raise BadOption(
            f"The command 'apertium' is not installed, which the translator 'apertium:{pair}' calls. On Debian: "
            f"apt install apertium apertium-{pair}."
        )
    installed = subprocess.run(["apertium", "-l"], capture_output=True, text=True, check=False).stdout.split()
    for direction in (pair, f"{back}-{there}"):
        if direction not in installed:
            raise BadOption(
                f"Apertium has no direction {direction!r} installed. On Debian: apt install apertium-{pair}; "
                "`apertium -l` lists what there is."
            )
    return Apertium(pair)


@dataclass(frozen=True, slots=True)
class Apertium:
    """Round trips over ``pair``, with what the table of rewordings makes of the texts beside them."""

    pair: str

    def paraphrases(self, sentences: Sequence[Sentence]) -> list[list[Paraphrase]]:
        """The text, what is kept of its round trip, and its rewordings."""
        found = []
        for sentence, said in zip(sentences, self.round_trips([_sent(each) for each in sentences]), strict=True):
            text = mended(sentence, said)
            there = [] if text is None else [Paraphrase(text, f"apertium {self.pair}")]
            found.append([Paraphrase(sentence.text, ""), *there, *reworded(sentence)])
        return found

    def log_ratios(self, texts: Sequence[str], paraphrases: Sequence[str]) -> list[float] | None:
        """None: rules have no probabilities."""
        return None

    def round_trips(self, texts: Sequence[str]) -> list[str]:
        """The texts there and back, in two calls of the command for all of them."""
        there, _, back = self.pair.partition("-")
        return _translated(_translated(texts, self.pair), f"{back}-{there}")


def mended(sentence: Sentence, said: str) -> str | None:
    """The sentence with those of the round trip's changes that hold; None where none does."""
    after = WORD.findall(_unsent(said, sentence))
    masked, tags = _turned(sentence, after) or (sentence.masked, sentence.tags)
    words = list(WORD.finditer(masked))
    before = [(match.group(), tag) for match, tag in zip(words, tags, strict=True)]
    matcher = SequenceMatcher(None, [word.lower() for word, _ in before], [word.lower() for word in after], False)
    for what, i, k, m, n in reversed(matcher.get_opcodes()):
        new = None if what == "equal" else _accepted(before[i:k], after[m:n], before[i - 1][0] if i else "")
        if new is not None:
            masked = masked[: words[i].start()] + " ".join(new) + masked[words[k - 1].end() :]
    text = tidied(sentence.restored(masked))
    return None if is_same(text, tidied(sentence.text)) else text


Tagged = tuple[str, str]  # a word and its Penn tag
# Ways of speaking that mean the same, as regular expressions; a verb that both name must be the same verb.
SHAPES = tuple(
    (re.compile(before), re.compile(after))
    for before, after in (
        (r"incapable of ([a-z]+ing)", r"unable to ([a-z]+)"),
        (r"(?:started|began) ([a-z]+ing)", r"(?:began|started) to ([a-z]+)"),
        (r"yet", r"still"),
        (r"such as", r"like"),
        (r"deals with", r"treats"),
        (r"no", r"not any"),
        (r"wants? to", r"wish(?:es)? to"),
    )
)


def _turned(sentence: Sentence, after: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """The masked text with the genitive at its beginning as the round trip has it (the … of a name), and its tags."""
    found = re.match("([\ue000-\uf8ff])'s ((?:[a-z]+ ){1,4})", sentence.masked)
    if found is None or not after:
        return None
    name, words = found.group(1), found.group(2).split()
    for count in range(1, len(words) + 1):
        before = list(zip(words[:count], sentence.tags[2:], strict=False))
        if not sentence.tags[count + 2].startswith(("VB", "MD")):
            continue
        if [after[0], *after[count + 1 : count + 3]] == ["The", "of", name] and _accepted(before, after[1 : count + 1]):
            rest = sentence.masked[3 + len(" ".join(words[:count])) + 1 :]
            tags = ("DT", *sentence.tags[2 : count + 2], "IN", "", *sentence.tags[count + 2 :])
            return f"The {' '.join(words[:count])} of {name}{rest}", tags
    return None


def _accepted(before: Sequence[Tagged], after: Sequence[str], verb: str = "") -> list[str] | None:
    """The new words, each in the form of the old one, where they mean the same as those in their places, else
    the old ones. None where nothing holds.

    ``verb`` is the word before them, with which they may be one way of speaking.
    """
    old = " ".join(word for word, _ in before)
    if verb in ("began", "started", "begun") and len(before) == 1 and before[0][1] == "VBG" and len(after) == 2:
        return list(after) if list(after) == ["to", lemma(old, "VBG")] else None
    for shape, other in SHAPES:
        one, two = shape.fullmatch(old), other.fullmatch(" ".join(after))
        if one and two and [lemma(verb, "VBG") for verb in one.groups()] == list(two.groups()):
            return list(after)
    if len(before) != len(after):
        return None
    found = [_in_place(word, tag, new) for (word, tag), new in zip(before, after, strict=True)]
    if not any(found):
        return None
    return [new or word for (word, _), new in zip(before, found, strict=True)]


@cache
def _in_place(word: str, tag: str, new: str) -> str | None:
    """The new word in the form of the old one; None where WordNet has no sense in common that is frequent in both."""
    new = new.lower()
    if word.lower() == new:
        return word
    part = PARTS.get(tag)
    if part is None or not word.islower() or not new.isalpha():
        return None
    old = lemma(word, tag)
    for form in [each for each, other in PARTS.items() if other == part]:
        name = lemma(new, form)
        if tag == "VBN" and inflected(name, "VBD") != inflected(name, "VBN") and inflected(old, "VBD") == word:
            continue  # a past tense may be taken for a participle
        if name != old and not {name, old} & LIGHT and _mean_the_same(old, name, part):
            return inflected(name, tag)
    return None


def _mean_the_same(one: str, other: str, part: PartOfSpeech) -> bool:
    return any(
        sense.share >= LEAST_SHARE and other in sense.synonyms and _share(other, one, part) >= LEAST_SHARE
        for sense in senses(one, part)
    )


def _share(word: str, synonym: str, part: PartOfSpeech) -> float:
    return max((sense.share for sense in senses(word, part) if synonym in sense.synonyms), default=0.0)


def _sent(sentence: Sentence) -> str:
    """The masked text with a stand-in for each name."""
    return " ".join(MASK.sub(lambda match: _stand_in(match.group()), sentence.masked).split())


def _unsent(said: str, sentence: Sentence) -> str:
    """What came back with the masks for the stand-ins, in the order of the text."""
    for mask in MASK.findall(sentence.masked):
        said = said.replace(_stand_in(mask), mask, 1)
    return said


def _stand_in(mask: str) -> str:
    return STAND_INS[number(mask) % len(STAND_INS)]


def _translated(texts: Sequence[str], direction: str) -> list[str]:
    """The texts in the other language, one a paragraph."""
    if not texts:
        return []
    given = "\n\n".join(text or "." for text in texts) + "\n"
    done = subprocess.run(["apertium", "-u", direction], input=given, capture_output=True, text=True, check=False)
    found = done.stdout.rstrip("\n").split("\n\n")
    if done.returncode or len(found) != len(texts):
        raise BrokenAdversary(
            f"apertium {direction} gave {len(found)} texts for {len(texts)}: {done.stderr.strip()[:200]!r}. "
            "Install its language pair again."
        )
    return [" ".join(text.split()) for text in found]
