"""Questions and words that the embedded pipeline parses in a second on one core, and what the first parse takes."""

import time

from measuring import arguments, say
from stumper import api
from stumper.language.pipeline import load_pipeline
from stumper.tasks.reading.question import Question


def main() -> None:
    args = arguments(__doc__, questions=2000, paragraphs=100, rounds=3)
    dataset = str(args.data / "reading" / "squad-dev-v1.1-24-articles.json.gz")
    examples = api.drawn(tuple(api.load_dataset(dataset)), args.questions, seed=1)
    queries = [example.query for example in examples if isinstance(example.query, Question)]
    asked = [query.text for query in queries]
    read = list(dict.fromkeys(query.context.text for query in queries))[: args.paragraphs]
    began = time.process_time()
    pipeline = load_pipeline()
    pipeline.parse(["Who was first?"])
    first = time.process_time() - began
    spent = {"wall": float("inf"), "cpu": float("inf"), "words": float("inf")}
    for _ in range(args.rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        pipeline.parse(asked)
        spent["wall"] = min(spent["wall"], time.perf_counter() - wall)
        spent["cpu"] = min(spent["cpu"], time.process_time() - cpu)
        cpu = time.process_time()
        words = sum(len(parse.tokens) for parse in pipeline.parse(read))
        spent["words"] = min(spent["words"], time.process_time() - cpu)
    say("pipeline", questions=len(asked), questions_per_second=len(asked) / spent["wall"],
        questions_per_cpu_second=len(asked) / spent["cpu"], paragraph_words_per_cpu_second=words / spent["words"],
        cpu_seconds_to_first_parse=first)  # fmt: skip


if __name__ == "__main__":
    main()
