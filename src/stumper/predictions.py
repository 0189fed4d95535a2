"""What a prediction says first."""

from collections.abc import Mapping

from stumper.types import Prediction


def best_answer(prediction: Prediction) -> str | None:
    """The best guess, which may be "": that there is no answer. Without a guess None: the question is unanswered."""
    return prediction.guesses[0].answer if prediction.guesses else None


def best_answers(predictions: Mapping[str, Prediction]) -> dict[str, str]:
    """The best guesses by id, where there are any."""
    return {id: best for id, found in predictions.items() if (best := best_answer(found)) is not None}
