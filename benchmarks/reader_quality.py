"""The embedded reader on SQuAD, AddSent and AddOneSent, under controls and attacks, and alone against in batches."""

import tempfile
from pathlib import Path

from measuring import arguments, say, shown
from stumper import api
from stumper.scores import Score
from stumper.statistics import Estimate
from stumper.tasks.reading.variants import score_predictions
from stumper.victims import embedded


def main() -> None:
    args = arguments(__doc__, questions=0, controls=400, attacked=50, common=30)
    reading = args.data / "reading"
    squad = str(reading / "squad-dev-v1.1-24-articles.json.gz")
    with tempfile.TemporaryDirectory() as folder:
        store = api.open_store(str(Path(folder) / "stumper.db"))
        examples = api.drawn(tuple(api.load_dataset(squad)), args.questions or None, seed=1)
        answers: dict[str, str] = {}
        for predicted in api.predict(squad, limit=args.questions or None, store=store):
            answers |= predicted.answers
        say("reader_quality", on="squad-dev-v1.1-24-articles", **figures(score_predictions(answers, examples)))
        for name in ("addsent", "addonesent"):
            scores = api.evaluate(str(reading / f"{name}-24-articles.json.gz"), store=store)
            say("reader_quality", on=name, **figures(scores))
        for adversary, limit in (("identity", args.controls), ("add-benign", args.controls),
                                 ("add-any", args.attacked), ("add-common", args.common)):  # fmt: skip
            options = {} if adversary in ("identity", "add-benign") else {"search": "fast"}
            job = api.attack(squad, adversary, options=options, limit=limit, store=store)
            row = job.report(with_examples=False).figures["rows"][0]
            before, after, difference = (Estimate(**row["f1"][name]) for name in ("before", "after", "difference"))
            say("reader_quality", on=adversary, **options, n=before.n, original_f1=shown(before),
                adversarial_f1=shown(after), difference=shown(difference),
                queries=row["queries"]["total"])  # fmt: skip
    batch_independence([example.query for example in examples[:320]])


def figures(scores: list[Score]) -> dict[str, object]:
    return {f"{score.on}_{score.name}": shown(score) for score in scores}


def batch_independence(queries: list) -> None:
    """How many of the predictions differ at all between a query alone and in a batch of 16."""
    reader = embedded.load("", ())
    together = [p for begin in range(0, len(queries), 16) for p in reader.predict(queries[begin : begin + 16])]
    alone = [reader.predict([query])[0] for query in queries]
    say("batch_independence", n=len(queries), different=sum(a != b for a, b in zip(alone, together, strict=True)))


if __name__ == "__main__":
    main()
