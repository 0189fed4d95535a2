"""F1 and exact match of weights on a SQuAD file: `python training/evaluate_reader.py FILE WEIGHTS [WEIGHTS ...]`.

WEIGHTS are folders as `training/reader.py` writes them: what ships, and the same weights unrounded.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from measuring import say, shown
from stumper.datasets import open_dataset
from stumper.tasks.reading.variants import score_predictions
from stumper.victims import embedded

CHUNK = 256


def main() -> None:
    file, *folders = sys.argv[1:]
    examples = tuple(open_dataset(Path(file)))
    for folder in folders:
        reader = embedded.read(Path(folder))
        answers = {}
        for begin in range(0, len(examples), CHUNK):
            chunk = examples[begin : begin + CHUNK]
            for example, prediction in zip(chunk, reader.predict([e.query for e in chunk]), strict=True):
                answers[example.id] = prediction.guesses[0].answer
        for score in score_predictions(answers, examples, folder):
            say("evaluate_reader", weights=Path(folder).name, **{score.name: shown(score)})


if __name__ == "__main__":
    main()
