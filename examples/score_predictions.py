"""Score predictions that were made anywhere, against an adversarial set, without asking a model anything."""

import tempfile
from pathlib import Path

from stumper import api
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Variant, bundled, write_adversarial, write_predictions
from stumper.testing import EXAMPLE
from stumper.types import Passage, Perturbation

with tempfile.TemporaryDirectory() as folder:
    adversarial, predictions = Path(folder, "adversarial.json"), Path(folder, "predictions.json")

    # An original and a variant of it: the same question, with a sentence more.
    squad = bundled()
    original = squad.examples[0]
    assert isinstance(original.query, Question)
    longer = Passage("longer", original.query.context.text + " Ada Thorn lit a lamp.")
    variant = Perturbation(original.id, Question(original.query.text, longer), original.gold, ())
    write_adversarial(adversarial, squad, [Variant("ours", variant)])

    # Right on every original; wrong on the variant.
    answers = {example.id: example.gold.answers[0].text for example in squad}
    write_predictions(predictions, {**answers, f"{original.id}-ours": EXAMPLE.gold.answers[0].text})

    for score in api.score(str(adversarial), predictions):
        print(f"{score.name} on {score.on}: {score.value:.4f} [{score.low:.4f}, {score.high:.4f}], n = {score.n}")
