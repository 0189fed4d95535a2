"""The embedded reader through Stumper against the bare onnxruntime session on the same ready batches."""

import time
from collections.abc import Callable

from measuring import arguments, say
from stumper import api
from stumper.runs import Memory, Oracle
from stumper.victims import embedded


def main() -> None:
    args = arguments(__doc__, questions=400, rounds=3)
    dataset = str(args.data / "reading" / "squad-dev-v1.1-24-articles.json.gz")
    queries = [example.query for example in api.drawn(tuple(api.load_dataset(dataset)), args.questions, seed=1)]
    reader = embedded.load("", ()).reader
    ready = list(reader.batches([reader.windows_of(query) for query in queries]))

    def bare() -> None:
        for batch in ready:
            reader.session.run(["scores"], batch.feed)

    def through_victim() -> None:
        reader.predict(queries)

    def through_oracle() -> None:
        Oracle("embedded", reader, reader.fingerprint, Memory(), batch_size=len(queries)).ask(queries)

    ways: tuple[Callable[[], None], ...] = (bare, through_victim, through_oracle)
    spent = {way.__name__: float("inf") for way in ways}
    for _ in range(args.rounds):  # interleaved, so that a busy moment hits all of them
        for way in ways:
            began = time.perf_counter()
            way()
            spent[way.__name__] = min(spent[way.__name__], time.perf_counter() - began)
    rate = {name: len(queries) / seconds for name, seconds in spent.items()}
    say("reader_throughput", questions=len(queries), queries_per_second=rate,
        victim_over_bare=spent["bare"] / spent["through_victim"],
        oracle_over_bare=spent["bare"] / spent["through_oracle"])  # fmt: skip


if __name__ == "__main__":
    main()
