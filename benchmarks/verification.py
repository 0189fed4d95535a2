"""The three embedded fact-checking systems under the attacks, on FEVER's paper-dev-half: scores and raw potency.

    python benchmarks/verification.py [--data DIR] [--claims 300]

Pages are those that are evidence for a claim and whose text is at hand: a small and easy pool. Claims whose evidence is
not among them are left out. Each attack is balanced by label. Nobody has judged what the attacks make of these claims,
so there is neither a potency nor a resilience: correct rates of other claims do not stand in.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from measuring import arguments, say, shown
from stumper import api
from stumper.datasets.wiki_pages import sentence_id
from stumper.scores.adversarial import Attacked, tournament
from stumper.tasks.verification import fever

sys.path.insert(0, str(Path(__file__).parents[1] / "training"))

from verifying_data import pages

SYSTEMS = ("embedded", "tfidf-esim", "tfidf-da")
ATTACKS = ("unmodified", "claim-rules", "claim-paraphrase", "claim-synonym")


def main() -> None:
    args = arguments(__doc__, claims=300)
    with tempfile.TemporaryDirectory() as name, api.open_store(f"{name}/verification.db") as store:
        folder = Path(name)
        write(args.data / "verification", folder)
        attacks = [measured(attack, folder, args.claims, store) for attack in ATTACKS]
    result = tournament(attacks)
    for cell in result.cells:
        say("verification", attack=cell.adversary, system=cell.victim, **shown(cell.score))
    for row in result.potencies:
        say("verification", attack=row.adversary, **{"raw potency": shown(row.raw)})


def write(data: Path, folder: Path, split: str = "paper-dev-half") -> None:
    """The folder holds the pages and the claims whose evidence they have; of paper dev, that no system was tuned on."""
    found = pages(data, split)
    known = {sentence_id(page.id, sentence.line) for page in found for sentence in page.sentences}
    with (folder / "pages.jsonl").open("w", encoding="utf-8") as file:
        for page in found:
            lines = "\n".join(f"{sentence.line}\t{sentence.text}" for sentence in page.sentences)
            file.write(json.dumps({"id": page.id, "text": "", "lines": lines}) + "\n")
    claims = fever.read(data / f"fever-{split}.jsonl.gz")
    systems = [api.load_victim(system) for system in SYSTEMS] if split == "paper-dev-half" else []
    new = [example for example in claims if not any(system.has_seen(example) for system in systems)]
    kept = tuple(example for example in new if all(sentences <= known for sentences in example.gold.evidence_sets))
    fever.write(folder / "claims.jsonl", replace(claims, examples=kept))


def measured(attack: str, folder: Path, size: int, store: object) -> Attacked:
    """What the three systems score, by FEVER score, on what the attack makes of the claims."""
    scores = {system: dict(scored(attack, system, folder, size, store)) for system in SYSTEMS}
    ids = list(scores[SYSTEMS[0]])
    originals = tuple(id.removesuffix(f"-{attack}-{id.rpartition('-')[2]}") for id in ids)
    of_system = {system: tuple(of_id[id] for id in ids) for system, of_id in scores.items()}
    return Attacked(attack, originals, of_system, is_baseline=attack == "unmodified")


def scored(attack: str, system: str, folder: Path, size: int, store: object) -> Iterator[tuple[str, float]]:
    job = api.attack(str(folder / "claims.jsonl"), attack, f"{system}:{folder / 'pages.jsonl'}",
                     options={"balanced": str(size)}, goal="fever_zero", store=store)  # fmt: skip
    for attempt in job.attempts():
        assert attempt.after is not None
        assert attempt.after.score is not None
        yield attempt.example_id, attempt.after.score


if __name__ == "__main__":
    main()
