"""The fixture for tests of a system: what it asserts, and what a failure says."""

from importlib.metadata import entry_points

import pytest

pytest_plugins = ["pytester"]

TEST = """
ROWS = [
    {"question": f"Who keeps house {number}?", "context": f"House {number} is old. Anna{number} keeps it. It is red.",
     "answer": f"Anna{number}"}
    for number in range(12)
]

def careful(question, context):
    number = question.split()[-1][:-1]
    return f"Anna{number}" if context == f"House {number} is old. Anna{number} keeps it. It is red." else ""

def right(question, context):
    return "Anna" + question.split()[-1][:-1]

def silent(question, context):
    return ""
"""


@pytest.fixture
def run(pytester: pytest.Pytester):  # type: ignore[no-untyped-def]
    """Runs a test of the module above, with the plug-in whether it is installed or not."""
    known = any(entry.name == "stumper.pytest_plugin" for entry in entry_points(group="pytest11"))

    def running(body: str, *options: str) -> pytest.RunResult:
        pytester.makepyfile(TEST + body)
        loaded = [] if known else ["-p", "stumper.pytest_plugin"]
        return pytester.runpytest_subprocess("-p", "no:xdist", *loaded, *options)

    return running


def test_a_system_that_keeps_its_score_passes(run) -> None:  # type: ignore[no-untyped-def]
    found = run("""
def test_reader(stumper):
    found = stumper.attack(ROWS, victim=right, adversaries="add-benign")
    found.assert_at_least(0.6)
    found.assert_not_below(0.9)
    found.assert_not_worse(stumper.attack(ROWS, victim=careful, adversaries="add-benign"))
    stumper.evaluate(ROWS, victim=right).assert_at_least(0.6)
""")
    found.assert_outcomes(passed=1)


def test_a_failure_says_the_interval_and_what_fooled(run) -> None:  # type: ignore[no-untyped-def]
    found = run("""
def test_reader(stumper):
    stumper.attack(ROWS, victim=careful, adversaries="add-benign").assert_not_below(0.5)
""")
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines([
        "*careful under add-benign, f1 is below 50: 0.0 [[]0.0, *], n = 12",
        "*12 were fooled, such as",
        "*'Anna?*' became '': Who keeps house *",
    ])  # fmt: skip


def test_what_too_few_examples_leave_open_is_not_shown(run) -> None:  # type: ignore[no-untyped-def]
    found = run("""
def test_shown(stumper):
    stumper.evaluate(ROWS, victim=right, limit=2).assert_at_least(0.5)
""")
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines(["*right on original, f1 is not shown to be at least 50: 100.0 (too few for an int*"])


def test_a_score_is_not_shown_to_be_at_least_what_it_would_miss_were_its_errors_lost(run) -> None:  # type: ignore[no-untyped-def]
    found = run("""
MANY = [{"question": f"Who keeps {number}?", "context": f"Anna{number} keeps it.", "answer": f"Anna{number}"}
        for number in range(100)]

def failing(question, context):
    number = question.split()[-1][:-1]
    if int(number) % 12 == 0:
        raise RuntimeError("down")
    return "Anna" + number

def test_evaluation(stumper):
    found = stumper.evaluate(MANY, victim=failing)
    found.assert_at_least(0.85)
    found.assert_at_least(0.95)

def test_attack(stumper):
    found = stumper.attack(MANY, victim=failing, adversaries="add-benign")
    found.assert_at_least(0.85)
    found.assert_at_least(0.95)
""")
    found.assert_outcomes(failed=2)
    said = "*is not shown to be at least 95: 100.0 [[]9*, 100.0], n = 91, and 91.0 if the 9 of 100 * are lost"
    found.stdout.fnmatch_lines([said, said])


def test_a_worse_system_fails_with_the_sentence_of_the_gate(run) -> None:  # type: ignore[no-untyped-def]
    found = run("""
def test_not_worse(stumper):
    before = stumper.evaluate(ROWS, victim=right)
    stumper.evaluate(ROWS, victim=silent).assert_not_worse(before)
""")
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines(["*silent is worse than right: F1 on rows, without attack went from 100.0 to 0.0, *"])


def test_results_are_kept_where_that_is_asked_for(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    found = run("""
def test_reader(stumper):
    stumper.evaluate(ROWS, victim=right)
""", "--stumper-store", "kept.db")  # fmt: skip
    found.assert_outcomes(passed=1)
    assert (pytester.path / "kept.db").is_file()
