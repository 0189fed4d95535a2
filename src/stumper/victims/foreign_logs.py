"""What language models replied in other people's evaluations: logs of Inspect and of lm-evaluation-harness."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stumper.datasets.documents import read_start
from stumper.datasets.json_lines import Line, read_lines
from stumper.errors import BadData
from stumper.identity import query_id
from stumper.registry import with_extras
from stumper.shown import shown
from stumper.types import Example, Prediction
from stumper.victims.prompts import read_replies, read_reply
from stumper.wire import Reply

HARNESS = "lm-evaluation-harness"
_HARNESS = re.compile(r'\s*\{\s*"doc_id"\s*:\s*\d+\s*,\s*"doc"\s*:\s*\{')
_INSPECT = re.compile(r'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"')
UNMEANT = Prediction((), None)  # of a reply that means nothing


@dataclass(frozen=True, slots=True)
class Replied:
    """The replies to one document of a log; ``query`` is the hash of what was asked, "" where the log does not say."""

    id: str
    texts: tuple[str, ...]
    query: str = ""


def is_log(path: Path) -> bool:
    """Whether a file is a log of one of these tools, by how it begins, or of Inspect's packed logs by its name."""
    if path.name.lower().endswith(".eval"):
        return True
    start = read_start(path)
    return bool(_HARNESS.match(start) or _INSPECT.match(start))


def read_log(path: Path) -> list[Replied]:
    """All replies of a log; BadData where it is of another version, or of a task whose replies are no texts,
    MissingExtra without what reads it."""
    return _of_harness(path) if _HARNESS.match(_start(path)) else _of_inspect(path)


def said(path: Path, replied: Sequence[Replied], every: Sequence[Example]) -> dict[str, Prediction]:
    """What the replies mean, by the ids of those examples that they are to; BadData where an example of that id asked
    something else."""
    known = {example.id: example for example in every}
    found: dict[str, Prediction] = {}
    for one in replied:
        if (example := known.get(one.id)) is None:
            continue
        if one.query and one.query != query_id(example.query):
            raise BadData(f"{path}: {shown(one.id)} was another query when this log was made than in the data set. "
                          "Name the set that the task was made of, or run the task again.")  # fmt: skip
        texts = [Reply(text) for text in one.texts]
        meant = read_reply(example.query, texts[0]) if len(texts) == 1 else read_replies(example.query, texts)
        found[one.id] = meant or UNMEANT
    return found


def _start(path: Path) -> str:
    return "" if path.name.lower().endswith(".eval") else read_start(path)


def _of_harness(path: Path) -> list[Replied]:
    lines = read_lines(path)
    filters = dict.fromkeys(str(line.values.get("filter", "")) for line in lines)
    if len(filters) > 1:
        raise BadData(f"{path} holds each reply as {len(filters)} filters of {HARNESS} left it ({', '.join(filters)}). "
                      "Keep the lines of one.")  # fmt: skip
    return [_document(path, line) for line in lines]


def _document(path: Path, line: Line) -> Replied:
    document, replies = line.values.get("doc"), line.values.get("filtered_resps")
    if not isinstance(replies, list) or not replies:
        raise BadData(f"{path}, line {line.number}: there are no 'filtered_resps', which {HARNESS} writes from 0.4.0 "
                      "on. Run the task again with --log_samples.")  # fmt: skip
    texts = tuple(text for text in replies if isinstance(text, str))
    if len(texts) < len(replies):
        raise BadData(f"{path}, line {line.number}: its replies are no texts but {shown(replies[0])}. Name the log of "
                      "a task that generates, such as one by stumper data --to lm-eval.")  # fmt: skip
    id = document.get("id") if isinstance(document, dict) else None
    if not isinstance(id, str | int):
        raise BadData(f"{path}, line {line.number}: its document has no 'id', so it is the log of another task. Make "
                      "the task of your set: stumper data SET --to lm-eval --out FOLDER.")  # fmt: skip
    query = document.get("query") if isinstance(document, dict) else None
    return Replied(str(id), texts, query if isinstance(query, str) else "")


def _of_inspect(path: Path) -> list[Replied]:
    """The replies of all epochs of each document that ended without an error."""
    from stumper.file_bytes import file_bytes

    file_bytes(path)  # BadData where there is none
    inspect = with_extras(str(path), lambda: __import__("inspect_ai.log").log)
    try:
        log: Any = inspect.read_eval_log(str(path.absolute()), resolve_attachments=True)
    except Exception as error:  # what its readers raise is of any kind
        version = __import__("inspect_ai").__version__
        why = shown(str(error).splitlines()[0] if str(error) else type(error).__name__)
        raise BadData(f"{path} cannot be read as a log by inspect_ai {version} ({why}). Install the version that wrote "
                      "it, or run its task again.") from error  # fmt: skip
    by_id: dict[str, Replied] = {}
    for one in log.samples or ():
        if one.error is None:
            asked = (one.metadata or {}).get("query")
            before = by_id.get(str(one.id), Replied(str(one.id), (), asked if isinstance(asked, str) else ""))
            by_id[before.id] = replace(before, texts=(*before.texts, one.output.completion))
    if not by_id:
        raise BadData(f"{path} holds no reply: its status is {log.status!r}. Run its task to the end.")
    return list(by_id.values())
