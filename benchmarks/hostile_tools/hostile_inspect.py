"""The town's questions as a task of inspect_ai, and a model that misbehaves as its name says."""

import asyncio
import json
import os
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelAPI, ModelOutput, modelapi
from inspect_ai.scorer import exact
from inspect_ai.solver import generate

ITEMS = json.loads(os.environ["HOSTILE_ITEMS"])


@modelapi(name="hostile")
class Hostile(ModelAPI):
    """Answers honestly, but where the trap is."""

    async def generate(self, input: Any, tools: Any, tool_choice: Any, config: Any) -> Any:
        """What the way that the model is named after makes of it."""
        text = input[-1].text
        said = next(item["said"] for item in ITEMS if item["input"] == text)
        if "trap" in text:
            match self.model_name:
                case "raises-exception":
                    raise Exception
                case "raises-exit-0":
                    raise SystemExit(0)
                case "exits-at-once":
                    os._exit(0)
                case "hangs-asleep":
                    await asyncio.sleep(3600)
                case "returns-none":
                    return None
                case "returns-number":
                    return 0.9
                case "says-nothing":
                    said = ""
        return ModelOutput.from_content(self.model_name, said)


@task
def town() -> Task:
    """Four questions; with HOSTILE_CACHE, answers are kept and used again."""
    samples = [Sample(id=item["id"], input=item["input"], target=item["gold"]) for item in ITEMS]
    return Task(dataset=samples, solver=generate(cache="HOSTILE_CACHE" in os.environ), scorer=exact())
