"""A process that is killed while it records leaves a store that holds a beginning of its work, and no half of it."""

import subprocess
import sys
from itertools import count, islice

from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.types import (
    Answer,
    Attempt,
    Candidate,
    Edit,
    Example,
    Gold,
    Guess,
    Passage,
    Perturbation,
    Prediction,
    Verdict,
)

TOGETHER = 3  # attempts in one transaction
EXAMPLES = 3000


def example(number: int) -> Example:
    question = Question("How many?", Passage("p", f"There were {number} of them."))
    return Example(f"e{number}", question, Gold((Answer(str(number), 11),)))


def attempt(number: int) -> Attempt:
    attacked = example(number)
    query = Question("How many?", Passage("p", f"There were {number} of them. Words mean nothing."))
    perturbation = Perturbation(attacked.id, query, attacked.gold, (Edit("context", 0, 0, "Words"),))
    prediction = Prediction((Guess(str(number), 0.5, 11),), 0.5)
    verdict = Verdict(prediction, 1.0, 0.5)
    proposed = (
        Candidate(perturbation, verdict),
        Candidate(Perturbation(attacked.id, attacked.query, attacked.gold, ()), verdict),
    )
    return Attempt("run", attacked.id, "identity", "embedded", "failed", verdict, verdict, perturbation, 2,
                   candidates=proposed, original_id=attacked.id)  # fmt: skip


def record_forever(url: str) -> None:
    with Store.open(url) as store:
        store.put_plan("run", "{}", "data")
        store.put_examples("data", map(example, range(EXAMPLES)))
        for start in count(0, TOGETHER):
            store.cache().put({str(number): b"data" for number in range(start, start + TOGETHER)})
            store.put_attempts([attempt(number % EXAMPLES) for number in range(start, start + TOGETHER)])
            print(start + TOGETHER, flush=True)


def test_a_killed_process_leaves_a_beginning_of_its_work(database: str) -> None:
    process = subprocess.Popen([sys.executable, __file__, database], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    list(islice(process.stdout, 25))
    process.kill()
    told = [25 * TOGETHER, *map(int, process.communicate()[0].split())]
    with Store.open(database) as store:
        attempts = store.attempts("run")
        assert attempts == [attempt(number) for number in range(len(attempts))]
        assert len(attempts) % TOGETHER == 0
        assert len(attempts) >= told[-1]
        assert len(store.cache().get([str(number) for number in range(len(attempts))])) == len(attempts)


def test_the_work_goes_on_where_the_killed_process_left_it(database: str) -> None:
    process = subprocess.Popen([sys.executable, __file__, database], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    list(islice(process.stdout, 5))
    process.kill()
    process.communicate()
    with Store.open(database) as store:
        left = len(store.finished("run"))
        store.put_attempts([attempt(number) for number in range(left + 10)])
        assert store.attempts("run") == [attempt(number) for number in range(left + 10)]


if __name__ == "__main__":
    record_forever(sys.argv[1])
