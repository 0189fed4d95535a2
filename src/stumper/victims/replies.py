"""From what a language model writes to a prediction: an answer or a label, with a probability where there is one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from stumper.text import normalise_answer
from stumper.types import LABELS, Guess, Label, Prediction, Query, Question, Tossup
from stumper.victims.labels import label_said
from stumper.victims.quoting import quoted

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL)
_MARKED = re.compile(r"^\W*(?:final )?answer\W*[:=]\W*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_NONE = {"no answer", "unanswerable", "not answerable", "none", "cannot be answered", "not in paragraph"}
_NO_GUESS = _NONE | {"unknown", "i dont know", "i do not know", "not sure", "unsure", "unclear", "na"}
_LISTED = re.compile(r"^\s*(?:\d{1,2}[.)]|[-*•])\s+")
MOST_GUESSES, LONGEST_GUESS = 10, 12  # of a list; words of an answer, more being a sentence about it
_QUOTES = " \t`*_\"'“”‘’"


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a reply with its log probability; ``others`` has those of the tokens that might have stood there."""

    text: str
    logprob: float
    others: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of a model; ``tokens`` are empty where the service tells no probabilities."""

    text: str
    tokens: tuple[Token, ...] = ()
    was_cut: bool = False  # at the most tokens that it may have


def read_reply(query: Query, reply: Reply) -> Prediction | None:
    """What one reply means, with the probabilities of its tokens where there are any; None where it means nothing.

    A label has the probability of all first tokens that begin it, an answer that of the whole reply. A guess at a
    tossup stands alone with its probability; several, one a line, come without probabilities.
    """
    if isinstance(query, Tossup):
        return _guessed(reply)
    if isinstance(query, Question):
        probability = min(1.0, exp(sum(token.logprob for token in reply.tokens))) if reply.tokens else None
        guess = _answer(query, reply.text, probability)
        return None if guess is None else Prediction((guess,), probability)
    label = label_said(_spoken(reply.text))
    if label is None:
        return None
    if not reply.tokens or _begun(reply.tokens[0].text) != label:
        return Prediction((Guess(label, None),), None)
    shares = _label_shares(reply.tokens[0])
    ranked = sorted(shares, key=lambda label: (-shares[label], LABELS.index(label)))
    if ranked[0] != label:  # it was drawn, but is not the likeliest one
        return Prediction((Guess(label, None),), None)
    return Prediction(tuple(Guess(label, shares[label]) for label in ranked), min(1.0, sum(shares.values())))


def read_replies(query: Query, replies: Sequence[Reply]) -> Prediction | None:
    """What several replies mean: each answer with the share of the replies that mean it, the first said first.

    Those that mean nothing are the mass that is left out; None where none means anything.
    """
    meant: dict[str, list[Guess]] = {}
    for reply in replies:
        prediction = read_reply(query, Reply(reply.text))
        if prediction is not None:
            guess = prediction.guesses[0]
            meant.setdefault(normalise_answer(guess.answer) or guess.answer, []).append(guess)
    if not meant:
        return None
    ranked = sorted(meant.values(), key=lambda guesses: -len(guesses))
    guesses = tuple(Guess(same[0].answer, len(same) / len(replies), same[0].start) for same in ranked)
    return Prediction(guesses, sum(len(same) for same in ranked) / len(replies))


def _guessed(reply: Reply) -> Prediction | None:
    """The distinct answers to a tossup that a reply lists; None where it holds none."""
    lines = [line for line in _spoken(reply.text).splitlines() if line.strip()]
    marked = [named[-1] for line in lines if (named := _MARKED.findall(line))]
    said = marked or lines
    found: dict[str, str] = {}
    for line in said:
        bare = _ended(_LISTED.sub("", line).strip(_QUOTES))
        if normalise_answer(bare) and normalise_answer(bare) not in _NO_GUESS and len(bare.split()) <= LONGEST_GUESS:
            found.setdefault(normalise_answer(bare), bare)
    answers = list(found.values())[:MOST_GUESSES]
    if not answers:
        return None
    if len(lines) > 1 or not reply.tokens:
        return Prediction(tuple(Guess(answer, None) for answer in answers), None)
    probability = min(1.0, exp(sum(token.logprob for token in reply.tokens)))
    return Prediction((Guess(answers[0], probability),), probability)


def _answer(question: Question, text: str, probability: float | None) -> Guess | None:
    spoken = _spoken(text)
    if not spoken:
        return None
    marked = _MARKED.findall(spoken)
    line = marked[-1] if marked else spoken.splitlines()[0]
    said = line.strip(_QUOTES) or line
    said = _ended(said)
    if normalise_answer(said) in _NONE and said not in question.context.text:
        return Guess("", probability)
    return quoted(question, said, probability)


def _ended(said: str) -> str:
    """Without the full stop of a sentence, which is not that of "U.S."."""
    if said.endswith(".") and "." not in said.split()[-1][:-1]:
        return said[:-1].rstrip(_QUOTES)
    return said


def _spoken(text: str) -> str:
    """The reply without what the model thought aloud."""
    return _THOUGHT.sub("", text).strip()


def _label_shares(first: Token) -> dict[Label, float]:
    """The probability of each label by the first tokens that begin it and no other."""
    shares: dict[Label, float] = {}
    for text, logprob in {first.text: first.logprob, **first.others}.items():
        if (label := _begun(text)) is not None:
            shares[label] = shares.get(label, 0.0) + exp(logprob)
    return shares


def _begun(token: str) -> Label | None:
    bare = token.strip(_QUOTES).upper()
    begun = [label for label in LABELS if bare and (label.startswith(bare) or bare.startswith(label))]
    return begun[0] if len(begun) == 1 else None
