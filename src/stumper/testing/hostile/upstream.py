"""Puts a system that asks a language model over HTTP before models that fail: a failure must not become an answer."""

import threading
from collections.abc import Callable, Sequence

from stumper.predictions import best_answer
from stumper.protocols import Victim
from stumper.testing.hostile.replies import RESPONSES, SAYING
from stumper.testing.hostile.service import serving
from stumper.testing.hostile.town import concerns_trap, questions

FAILING = tuple(name for name in RESPONSES if name not in SAYING)
GRACE = 30.0  # seconds for one way, with all that the system tries again


def check_upstream(make: Callable[[str], Victim], ways: Sequence[str] = FAILING, grace: float = GRACE) -> None:
    """What a system makes of a language model that fails is no answer: it raises, or says what it says with a model
    that answers.

    ``make`` gets the base URL of a model that speaks OpenAI's chat completions, and makes the system that asks it. The
    AssertionError has a line for each of the ``ways`` in which a failure became an answer, or nothing came within
    ``grace`` seconds.
    """
    with serving({name: RESPONSES[name] for name in ways}) as service:
        expected, failure = _said(make, f"{service.url('healthy')}/v1", grace)
        if failure is not None:
            raise AssertionError(f"With a model that answers, the system {failure}.")
        faults = []
        for name in ways:
            said, failure = _said(make, f"{service.url(name)}/v1", grace)
            if failure == HANGS or (failure is None and said != expected):
                faults.append(f"{name}: the system {failure or f'answers {said!r}'}, where its model failed.")
    if faults:
        raise AssertionError("\n".join(faults))


HANGS = "has not answered in time"


def _said(make: Callable[[str], Victim], url: str, grace: float) -> tuple[str | None, str | None]:
    """The best answer of the system whose model is at the URL, or why there is none."""
    query = next(example.query for example in questions() if concerns_trap(example.query))
    ended: list[tuple[str | None, str | None]] = []

    def ask() -> None:
        try:
            [prediction] = make(url).predict((query,))
            ended.append((best_answer(prediction), None))
        except BaseException as error:  # whatever it raises, it gives no answer
            ended.append((None, f"raises {type(error).__name__}: {error}"))

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(grace)
    return ended[0] if ended else (None, HANGS)
