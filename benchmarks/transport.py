"""Requests and seconds of asking a service: many searches at once against one that is slow, and a quota that is small.

The searches take turns (each wave waits for its slowest answer), and then each goes on once it has its own answers.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import zip_longest
from random import Random
from typing import Any

from measuring import arguments, say
from stumper.errors import StumperError
from stumper.tasks.reading.question import Question
from stumper.types import Passage, Prediction
from stumper.victims import openai

COMPLETION = {"choices": [{"message": {"content": "1874"}}], "usage": {"prompt_tokens": 9, "completion_tokens": 1}}
PARAGRAPH = Passage("", "The lighthouse was lit in 1874.")
Answer = Callable[[str], int]  # of a question, the status


def main() -> None:
    args = arguments(__doc__, requests=173, lanes=16, concurrency=32, items=60, quota=20, window=20)
    searches = steps(args.requests, args.lanes)
    for name, ask in [("in turns", in_turns), ("side by side", side_by_side)]:
        with serving(slow) as (url, received):
            victim = openai.load(f"m@{url}#concurrency={args.concurrency}", ())
            victim.predict([Question("Is it there?", PARAGRAPH)])  # whatever starts with the first question has started
            received.clear()
            began = time.perf_counter()
            answered = ask(victim, searches)
            seconds = round(time.perf_counter() - began, 2)
            figures = {"queries": args.requests, "answered": answered, "requests": len(received), "seconds": seconds}
            say("transport", way=name, lanes=args.lanes, concurrency=args.concurrency, **figures)
    with serving(limited(args.quota, float(args.window))) as (url, received):
        victim = openai.load(f"m@{url}", ())
        began = time.perf_counter()
        answered = kept(victim, [Question(f"Question {number}?", PARAGRAPH) for number in range(args.items)])
        seconds = round(time.perf_counter() - began, 2)
        figures = {"queries": args.items, "answered": answered, "requests": len(received), "seconds": seconds}
        say("transport", way=f"{args.quota} a {args.window} s", failures=victim.usage.failures, **figures)


def steps(total: int, lanes: int) -> list[list[list[Question]]]:
    """So many questions in searches of steps of one to four, each of which begins when the one before is answered."""
    rng, searches = Random(0), [[] for _ in range(lanes)]  # type: ignore[var-annotated]
    made = 0
    while made < total:
        size = min(rng.randint(1, 4), total - made)
        step = [Question(f"Question {made + at}?", PARAGRAPH) for at in range(size)]
        min(searches, key=len).append(step)
        made += size
    return searches


def in_turns(victim: Any, searches: Sequence[Sequence[Sequence[Question]]]) -> int:
    return sum(
        len(victim.predict([question for step in wave for question in step or ()])) for wave in zip_longest(*searches)
    )


def side_by_side(victim: Any, searches: Sequence[Sequence[Sequence[Question]]]) -> int:
    """Without ``predict_each``, each search asks for itself alone, and all of them together for more than allowed."""
    with ThreadPoolExecutor(len(searches)) as threads:
        return sum(threads.map(lambda steps: sum(len(victim.predict(step)) for step in steps), searches))


def kept(victim: Any, questions: Sequence[Question]) -> int:
    """How many questions were answered before the victim was given up."""
    answered = 0
    try:
        if not hasattr(victim, "predict_each"):
            return len(victim.predict(questions))
        for _, outcome in victim.predict_each(questions):
            answered += isinstance(outcome, Prediction)
    except (StumperError, Exception) as error:  # whatever it is given up with
        print(f"{type(error).__name__}: {error}")
    return answered


def slow(question: str) -> int:
    """Three tenths of a second on average, of which the slowest answer takes ten times as long as the quickest."""
    time.sleep(min(1.0, max(0.1, Random(question).expovariate(1 / 0.3))))
    return 200


def limited(quota: int, window: float) -> Answer:
    """So many answers in each window, and a bare 429 to all else."""
    lock, state = threading.Lock(), {"opened": 0.0, "served": 0}

    def answer(question: str) -> int:
        with lock:
            if time.monotonic() - state["opened"] > window:
                state.update(opened=time.monotonic(), served=0)
            state["served"] += 1
            return 200 if state["served"] <= quota else 429

    return answer


@contextmanager
def serving(answer: Answer) -> Iterator[tuple[str, list[str]]]:
    """The URL of a server, and the questions that it has been asked."""
    received: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            question = body["messages"][-1]["content"]
            received.append(question)
            status = answer(question)
            said = json.dumps(COMPLETION).encode() if status == 200 else b""
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads, request_queue_size = True, 256

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1", received
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main()
