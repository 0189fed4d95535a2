"""How a server writes its log: lines for people, or JSON for programs, which holds no text and no secret."""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime

from stumper.errors import BadOption

FORMATS = ("text", "json")


def begin_log(format: str) -> None:
    """From now on the log is written so, on standard error; BadOption where there is no such format."""
    if format not in FORMATS:
        raise BadOption(f"--log-format {format!r} is none. Write one of: {', '.join(FORMATS)}.")
    if format == "text":
        logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("stumper.requests").setLevel(logging.INFO)


class AsJson(logging.Formatter):
    """A line of JSON for each record; of an error the places in the code, not its message, which may repeat a text."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = getattr(record, "told", None)
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        line |= told if isinstance(told, dict) else {"message": record.getMessage()}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line)
