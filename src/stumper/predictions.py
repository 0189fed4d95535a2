"""What a prediction says first."""

from stumper.types import Prediction


def best_answer(prediction: Prediction) -> str | None:
    """The best guess, which may be "": that there is no answer. Without a guess None: the question is unanswered."""
    return prediction.guesses[0].answer if prediction.guesses else None
