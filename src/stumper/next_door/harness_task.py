"""A data set as a folder with a task of lm-evaluation-harness: the set, its task, and what scores replies."""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from stumper.datasets.whole_files import whole_folder
from stumper.loading import load_dataset
from stumper.next_door.asked import ORIGINAL, VARIANT, Asked, asked, measures
from stumper.protocols import Collection
from stumper.registry import task_of

TOKENS = 64  # the most of a reply, as openai: victims have it
SCORING = '''\
"""The documents of this folder's set and the scores of replies to them, by Stumper, which must be installed."""

from pathlib import Path

from stumper.next_door import harness_task

SET = Path(__file__).with_name("{set}")


def documents(**given):
    return harness_task.documents(SET)


def scores(doc, results):
    return harness_task.scores(SET, doc, results)
'''


def write(folder: Path, data: Collection) -> str:
    """Writes a folder for ``--include_path``; the name of its task. BadOutput where the folder is not empty or cannot
    be written."""
    task = task_of(data.examples[0].query)
    name = "stumper_" + re.sub(r"\W+", "_", folder.name).strip("_").lower()
    held = f"set{task.suffix}"
    with whole_folder(folder) as draft:
        task.write_perturbed(draft / held, data, data.instances)
        (draft / "scoring.py").write_text(SCORING.replace("{set}", held), encoding="utf-8")
        (draft / f"{name}.yaml").write_text(_task(name, asked(load_dataset(str(draft / held)))), encoding="utf-8")
    return name


def documents(path: Path) -> Any:
    """The documents of a set for the harness: a prompt each, with the ids by which its log is read back."""
    datasets = __import__("datasets")
    rows = [{"id": one.example.id, "original_id": one.original_id, "query": one.query, "prompt": one.prompt,
             "answers": one.answers, "answer": one.answers[0]} for one in _asked(path).values()]  # fmt: skip
    return {"test": datasets.Dataset.from_list(rows)}


def scores(path: Path, document: dict[str, Any], replies: list[str]) -> dict[str, float]:
    """How right the reply to a document is, by each measure, told apart for originals and variants."""
    one = _asked(path)[document["id"]]
    side = VARIANT if one.is_variant else ORIGINAL
    return {f"{side}_{name}": value for name, value in one.scores(replies[0]).items()}


@lru_cache(maxsize=4)
def _asked(path: Path) -> dict[str, Asked]:
    return {one.example.id: one for one in asked(load_dataset(str(path)))}


def _task(name: str, every: list[Asked]) -> str:
    """The task as the harness reads it; JSON texts are YAML, too."""
    sides = [ORIGINAL] * any(not one.is_variant for one in every) + [VARIANT] * any(one.is_variant for one in every)
    listed = [f"  - metric: {side}_{measure}\n    aggregation: mean\n    higher_is_better: true"
              for side in sides for measure in measures(every[0].example)]  # fmt: skip
    return "\n".join([
        f"task: {json.dumps(name)}",
        "custom_dataset: !function scoring.documents",
        "test_split: test",
        "output_type: generate_until",
        "doc_to_text: prompt",
        "doc_to_target: answer",
        "process_results: !function scoring.scores",
        "generation_kwargs:",
        "  until: []",
        "  do_sample: false",
        "  temperature: 0.0",
        f"  max_gen_toks: {TOKENS}",
        "metric_list:",
        *listed,
        "metadata:",
        "  version: 1",
        "",
    ])  # fmt: skip
