"""What training on AddSent's sentences is worth to an older reader (Jia & Liang 2017, table 6).

    python benchmarks/taught.py --reader FOLDER

Beside the BiDAF that ships stands the one of FOLDER, which `training/classic_readers.py --model bidaf --add-sent`
fitted in as many steps to the same questions, every second time with a sentence of AddSent's behind the paragraph. Both
meet AddSent and AddSentMod, which puts other fake answers before the paragraph, on 1,000 drawn questions of the 24
articles; a question counts by the worst of all its sentences, and nobody has read them. The runs stay in out/taught:
begun again, it goes on.
"""

from pathlib import Path

import numpy as np

from ladder import SQUAD, carry_out, cells_of
from measuring import arguments, say, shown
from stumper import api
from stumper.scores.variants import Counted
from stumper.statistics import CHANGE, SHARE, Scored, interval, means

OUT = Path(__file__).parents[1] / "out" / "taught"
ATTACKS = {"add-sent": "AddSent", "add-sent-mod": "AddSentMod"}


def main() -> None:
    args = arguments(__doc__, folders=("reader",), questions=1000, workers=1)
    OUT.mkdir(parents=True, exist_ok=True)
    systems = {"plain": "bidaf", "taught": f"bidaf:{args.reader.resolve()}"}
    with api.open_store(f"sqlite:///{OUT / 'stumper.db'}") as store:
        jobs = [
            api.prepare(str(args.data / SQUAD), attack, victim, store=store, name=name, limit=args.questions,
                        settings=api.Settings(args.workers))
            for attack in ATTACKS for name, victim in systems.items()
        ]  # fmt: skip
        carry_out(jobs)
        cells = cells_of(api.table([job.plan.id for job in jobs], store))
    for attack in ATTACKS.values():
        beside(attack, *(cells[attack, "", system] for system in systems))


def beside(attack: str, plain: Counted, taught: Counted) -> None:
    """Prints the F1 of both without the attack and under it, and what the training changed, question by question."""
    assert plain.originals == taught.originals
    for state in ("before", "after"):
        sides = [Scored(cell.originals, np.asarray(getattr(cell, state)["f1"])) for cell in (plain, taught)]
        first, second = means(sides, plain.groups)
        say("taught", attack=attack, state=state, plain=shown(interval(first, SHARE)),
            taught=shown(interval(second, SHARE)), difference=shown(interval(second - first, CHANGE)),
            n=len(plain.originals))  # fmt: skip


if __name__ == "__main__":
    main()
