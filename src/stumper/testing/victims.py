"""What a victim must keep to."""

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from stumper.errors import BrokenVictim
from stumper.loading import load_victim
from stumper.protocols import Streamer, Trained, Varying, Victim
from stumper.reasons import reason_of
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing.examples import QUESTIONS
from stumper.testing.requiring import require
from stumper.types import Example, Gold, Passage, Prediction, Query
from stumper.victims.contract import checked

ODD_TEXTS = (
    "",
    " \n ",
    "\ud800",
    "a\x00b",
    "?" * 2_000,
    "word " * 2_000,
    "مرحبا 你好 🎉 e\u0301",
    "\x1b[31m{}%s</s>[MASK]",
)
THREADS = 4  # that call predict_each at once
ANSWERS = "from stumper.testing.victims import write_answers; write_answers()"


def check_victim(victim: Victim, queries: Sequence[Query] = QUESTIONS) -> None:
    """It keeps the contract of predictions, whatever it is asked, and what it predicts depends on the query alone.

    It is asked in a batch, backwards, one by one, again, and after queries that are empty, enormous or no text: it may
    raise an Exception at those, but not break its contract. A victim that says that it varies is not asked to repeat
    itself. One that tells what it has seen says True or False of any example, and the same again.
    """
    _check_fingerprint(victim)
    if isinstance(victim, Trained):
        _check_seen(victim, queries)
    together = _predicted(victim, queries)
    require(_predicted(victim, []) == [], "the victim gives predictions when it is asked nothing")
    _check_odd(victim, queries)
    if isinstance(victim, Varying) and victim.varies:
        return
    backwards = _predicted(victim, queries[::-1])[::-1]
    again = _predicted(victim, queries)
    for query, first, second, third in zip(queries, together, backwards, again, strict=True):
        [alone] = _predicted(victim, [query])
        require(_agree(first, alone), f"asked {query.text!r}, the victim answers otherwise alone than in a batch")
        require(_agree(first, second), f"asked {query.text!r}, the victim answers otherwise in another order")
        require(_agree(first, third), f"asked {query.text!r} again, the victim answers otherwise")
    if isinstance(victim, Streamer):
        _check_stream(victim, queries, together)


def check_system(spec: str, queries: Sequence[Query] = QUESTIONS) -> None:
    """The victim of that name, such as ``python:my_module:System``, passes ``check_victim`` and is the same each time.

    It is loaded twice here and once in a process of its own: its fingerprint, and unless it has none or says that it
    varies, its answers must be the same.
    """
    first, second = load_victim(spec), load_victim(spec)
    check_victim(first, queries)
    elsewhere, answers = _elsewhere(spec, queries)
    for fingerprint, where in ((second.fingerprint, "loaded again"), (elsewhere, "in another process")):
        require(first.fingerprint == fingerprint, f"{where}, {spec!r} has another fingerprint: "
                f"{fingerprint!r}, not {first.fingerprint!r}")  # fmt: skip
    if first.fingerprint is None or (isinstance(first, Varying) and first.varies):
        return
    here = _predicted(first, queries)
    for said, where in ((_predicted(second, queries), "loaded again"), (answers, "in another process")):
        for query, one, other in zip(queries, here, said, strict=True):
            require(_agree(one, other), f"asked {query.text!r}, {spec!r} answers otherwise {where}")


def write_answers() -> None:
    """For a process of its own: the file that its second argument names holds what a victim answers there."""
    spec, path = sys.argv[1], Path(sys.argv[2])
    victim = load_victim(spec)
    queries = pickle.loads(path.read_bytes())
    path.write_bytes(pickle.dumps((victim.fingerprint, _predicted(victim, queries))))


def _elsewhere(spec: str, queries: Sequence[Query]) -> tuple[str | None, list[Prediction]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answers"
        file.write_bytes(pickle.dumps(tuple(queries)))
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        ran = subprocess.run([sys.executable, "-c", ANSWERS, spec, str(file)], capture_output=True, text=True,
                             env=environment, check=False)  # fmt: skip
        last = ran.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        require(ran.returncode == 0, f"in another process, {spec!r} cannot be asked: {last[0]}")
        written = pickle.loads(file.read_bytes())
    require(isinstance(written[0], str | None), f"in another process, {spec!r} ends before it has answered")
    fingerprint, predictions = written
    return fingerprint, predictions


def _check_fingerprint(victim: Victim) -> None:
    fingerprint = getattr(victim, "fingerprint", 0)
    require(fingerprint is None or isinstance(fingerprint, str), "the victim's fingerprint is neither a str nor None")
    require(victim.fingerprint == fingerprint, "the victim has another fingerprint each time that it is asked for it")


def _check_seen(victim: Trained, queries: Sequence[Query]) -> None:
    odd = [odd for query in queries[:1] for text in ODD_TEXTS for odd in _odd(query, text)]
    for example in (Example(f"check-{n}", query, Gold(())) for n, query in enumerate((*queries, *odd))):
        said = [victim.has_seen(example) for _ in range(2)]
        shown = repr(example.query.text[:40])
        require(all(isinstance(one, bool) for one in said), f"asked whether it has seen {shown}, the victim says "
                f"{said[0]!r}, neither True nor False")  # fmt: skip
        require(said[0] == said[1], f"asked again whether it has seen {shown}, the victim says otherwise")


def _check_odd(victim: Victim, queries: Sequence[Query]) -> None:
    """Asks each kind of query with odd texts; what the victim does not raise must keep the contract."""
    for query in {type(query): query for query in queries}.values():
        for text in ODD_TEXTS:
            for odd in _odd(query, text):
                try:
                    _predicted(victim, [odd])
                except (AssertionError, KeyboardInterrupt):
                    raise
                except Exception:
                    continue
                except BaseException as error:
                    shown = repr(text[:40])
                    raise AssertionError(f"Asked with the text {shown}, the victim raises {reason_of(error)}, which is "
                                         "no Exception.") from error  # fmt: skip


def _odd(query: Query, text: str) -> list[Query]:
    match query:
        case Question(_, context):
            return [replace(query, text=text), replace(query, context=replace(context, text=text))]
        case Claim():
            return [Claim(text), replace(query, evidence=(Passage("odd:0", text, text),))]
        case OpenQuestion():
            return [replace(query, text=text), OpenQuestion(query.text, (Passage("odd", text, text),))]
        case _:
            return [Tossup(text)]


def _check_stream(victim: Streamer, queries: Sequence[Query], together: Sequence[Prediction]) -> None:
    """Several threads at once are handed one prediction a query, the same as ``predict`` returns."""
    with ThreadPoolExecutor(THREADS) as pool:
        streams = list(pool.map(lambda _: list(victim.predict_each(queries)), range(THREADS)))
    for stream in streams:
        places = sorted(place for place, _ in stream)
        require(places == list(range(len(queries))), f"predict_each hands over the places {places} for "
                f"{len(queries)} queries: each belongs there once")  # fmt: skip
        said = dict(stream)
        for place, (query, prediction) in enumerate(zip(queries, together, strict=True)):
            streamed = said[place]
            if isinstance(streamed, Exception):
                raise AssertionError(f"Asked {query.text!r}, predict_each hands over {reason_of(streamed)}, and "
                                     "predict an answer.")  # fmt: skip
            [kept] = _checked(victim, [query], [streamed])
            require(_agree(prediction, kept), f"asked {query.text!r}, predict_each answers otherwise than predict")


def _predicted(victim: Victim, queries: Sequence[Query]) -> list[Prediction]:
    try:
        predictions = victim.predict(tuple(queries))
    except BrokenVictim as error:  # of a service, whose answers are read inside
        raise AssertionError(str(error)) from error
    return _checked(victim, queries, predictions)


def _checked(victim: object, queries: Sequence[Query], predictions: object) -> list[Prediction]:
    try:
        return checked(type(victim).__name__, queries, predictions)
    except BrokenVictim as error:
        raise AssertionError(str(error)) from error


def _agree(one: Prediction, other: Prediction) -> bool:
    """The same best guess, and probabilities that agree to 1e-6 rank by rank; below it spans may change places."""
    if one == other:
        return True
    best, other_best = ([guess.answer for guess in prediction.guesses[:1]] for prediction in (one, other))
    if best != other_best or len(one.guesses) != len(other.guesses):
        return False
    pairs = zip(one.guesses, other.guesses, strict=True)
    return all(abs((a.probability or 0.0) - (b.probability or 0.0)) <= 1e-6 for a, b in pairs)
