"""From what a language model writes to a prediction: an answer or a label, with a probability where there is one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from stumper.text import normalise_answer
from stumper.types import LABELS, Guess, Label, Prediction, Query, Question, Tossup
from stumper.victims.labels import label_said
from stumper.victims.listed_guesses import MARKED, QUOTES, ended, listed_guesses
from stumper.victims.quoting import quoted

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL)
_NONE = {"no answer", "unanswerable", "not answerable", "none", "cannot be answered", "not in paragraph"}


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
    said = _spoken(reply.text)
    answers = listed_guesses(said)
    if not answers:
        return None
    if len(said.splitlines()) > 1 or len(answers) > 1 or not reply.tokens:
        return Prediction(tuple(Guess(answer, None) for answer in answers), None)
    probability = min(1.0, exp(sum(token.logprob for token in reply.tokens)))
    return Prediction((Guess(answers[0], probability),), probability)


def _answer(question: Question, text: str, probability: float | None) -> Guess | None:
    spoken = _spoken(text)
    if not spoken:
        return None
    marked = MARKED.findall(spoken)
    line = marked[-1] if marked else spoken.splitlines()[0]
    said = line.strip(QUOTES) or line
    said = ended(said)
    if normalise_answer(said) in _NONE and said not in question.context.text:
        return Guess("", probability)
    return quoted(question, said, probability)


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
    bare = token.strip(QUOTES).upper()
    begun = [label for label in LABELS if bare and (label.startswith(bare) or bare.startswith(label))]
    return begun[0] if len(begun) == 1 else None
