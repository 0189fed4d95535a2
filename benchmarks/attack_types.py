"""How often the types of attack that are proposed from a text alone hold the one that it was made by.

Candidates of the context edits on the bundled set `reading`, or with --real 1 on SQuAD, stand for what people write.
"""

import time
from collections import Counter
from random import Random
from statistics import quantiles

from measuring import arguments, say, shown
from stumper import api
from stumper.loading import load_adversary
from stumper.people.writing.attack_types import ATTACK_TYPES, proposed
from stumper.statistics import share
from stumper.tasks.reading.question import Question


def main() -> None:
    args = arguments(__doc__, examples=300, candidates=3, seed=1, real=0)
    dataset = str(args.data / "reading" / "squad-dev-v1.1-24-articles.json.gz") if args.real else "reading"
    examples = api.drawn(tuple(api.load_dataset(dataset)), args.examples, args.seed)
    seconds: list[float] = []
    all_among: list[bool] = []
    all_first: list[bool] = []
    for kind in ATTACK_TYPES:
        edit = load_adversary(f"edit-{kind}", {})
        among, first, others = [], [], Counter[str]()
        for example in examples:
            for made in edit.proposals(example, Random(args.seed))[: args.candidates]:
                assert isinstance(made.query, Question)
                began = time.perf_counter()
                found = proposed(example, made.query.context.text)
                seconds.append(time.perf_counter() - began)
                among.append(kind in found)
                first.append(found[:1] == (kind,))
                others.update([found[0] if found else "nothing"] if not first[-1] else [])
        all_among += among
        all_first += first
        say("attack-types", kind=kind, among=shown(share(among)), first=shown(share(first)),
            instead=dict(others.most_common(4)))  # fmt: skip
    say("attack-types", kind="all", among=shown(share(all_among)),
        first=shown(share(all_first)),
        median_ms=1000 * quantiles(seconds, n=100)[49], p99_ms=1000 * quantiles(seconds, n=100)[98])  # fmt: skip


if __name__ == "__main__":
    main()
