"""From what a language model writes to a prediction: an answer or a label, with a probability where there is one."""

from collections.abc import Sequence

from stumper.registry import task_of
from stumper.text import normalise_answer
from stumper.types import Guess, Prediction, Query
from stumper.wire import Reply


def read_reply(query: Query, reply: Reply) -> Prediction | None:
    """What one reply means, with the probabilities of its tokens where there are any; None where it means nothing.

    A label has the probability of all first tokens that begin it, an answer that of the whole reply. A guess at a
    tossup stands alone with its probability; several, one a line, come without probabilities.
    """
    return task_of(query).wire.reply(query, reply)


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
