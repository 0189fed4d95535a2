from pathlib import Path

import pytest

from stumper.errors import BadData, BadOption
from stumper.plan_file import Cell, named_victims, read_plan, read_run


def plan_of(folder: Path, text: str) -> list[Cell]:
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return read_plan(path)


def test_a_plan_is_every_data_set_with_every_victim_and_adversary(tmp_path: Path) -> None:
    cells = plan_of(
        tmp_path,
        """
        datasets = ["a.json", "b.json"]
        victims = ["embedded", "hf:x"]
        adversaries = ["identity", {name = "add-any", search = "fast", length = 3, question_words = false, budget = 9}]
        seed = 7
        limit = 5
        budget = 100
        goal = "not_exact"
        """,
    )
    assert [(cell.dataset, cell.victim, cell.adversary) for cell in cells] == [
        (dataset, victim, adversary)
        for dataset in ("a.json", "b.json")
        for victim in ("embedded", "hf:x")
        for adversary in ("identity", "add-any")
    ]
    assert cells[0].settings == {"seed": 7, "limit": 5, "budget": 100, "goal": "not_exact"}
    assert cells[0].options == {}
    assert cells[1].settings == {"seed": 7, "limit": 5, "budget": 9, "goal": "not_exact"}
    assert cells[1].options == {"search": "fast", "length": "3", "question_words": "false"}


def test_without_victims_the_embedded_one_is_meant(tmp_path: Path) -> None:
    [cell] = plan_of(tmp_path, 'datasets = ["reading"]\nadversaries = ["identity"]')
    assert cell == Cell("reading", "identity", "embedded", {}, {})


def test_adversaries_and_victims_may_be_tables_of_their_own(tmp_path: Path) -> None:
    found = plan_of(
        tmp_path,
        """
        datasets = ["reading"]
        adversaries = ["identity"]
        [[adversary]]
        name = "add-any"
        search = "fast"
        budget = 9
        [[victim]]
        name = "embedded"
        [[victim]]
        name = "hf:x"
        called = "reader, version 2"
        """,
    )
    assert [(cell.victim, cell.adversary) for cell in found] == [
        ("embedded", "identity"), ("embedded", "add-any"), ("hf:x", "identity"), ("hf:x", "add-any"),
    ]  # fmt: skip
    assert [cell.name for cell in found] == ["", "", "reader, version 2", "reader, version 2"]
    assert (found[1].options, found[1].settings) == ({"search": "fast"}, {"budget": 9})


def test_one_name_of_two_different_systems_is_refused(tmp_path: Path) -> None:
    said = "Two different systems, 'python:sys:a' and 'python:sys:b', are both called 'S'."
    with pytest.raises(BadOption) as caught:
        named_victims(["python:sys:a", "python:sys:b"], ["S", "S"])
    assert str(caught.value) == f"{said} Give each --victim a --name of its own."
    victims = "".join(f'[[victim]]\nname = "python:sys:{one}"\ncalled = "S"\n' for one in "ab")
    with pytest.raises(BadData) as refused:
        plan_of(tmp_path, GOOD + victims)
    assert str(refused.value) == f"{tmp_path / 'plan.toml'}: {said} Give each victim its own 'called'."
    with pytest.raises(BadOption, match="are both called 'embedded'"):
        named_victims(["embedded", "python:sys:a"], ["", "embedded"])


def test_one_system_may_be_named_twice() -> None:
    assert named_victims(["hf:x", "hf:x"], ["S", "S"]) == [("hf:x", "S"), ("hf:x", "S")]
    assert named_victims(["hf:x", "hf:x"], ["S", "T"]) == [("hf:x", "S"), ("hf:x", "T")]


GOOD = 'datasets = ["reading"]\nadversaries = ["identity"]\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("datasets = [", "this is no TOML: "),
        (GOOD + "seed = 1\nseed = 2", "this is no TOML: "),
        (GOOD + "sead = 1", "a plan has no 'sead'. Did you mean 'seed'?"),
        (GOOD + "zzz = 1", "a plan has no 'zzz'. It has datasets, victims,"),
        (GOOD + 'seed = "1"', "seed is '1', not a whole number."),
        (GOOD + "seed = true", "seed is True, not a whole number."),
        (GOOD + "limit = 1.5", "limit is 1.5, not a whole number."),
        (GOOD + "goal = 1", "goal is 1, not a text."),
        (GOOD + 'victims = "embedded"', "victims is 'embedded', not a list."),
        (GOOD + "victims = []", "the plan names no victims: add for example"),
        (GOOD + "victims = [1]", "a victim is a text, not 1."),
        ('adversaries = ["identity"]', "the plan names no datasets: add for example"),
        ('datasets = ["reading"]\nadversaries = []', "the plan names no adversaries: add for example"),
        ('datasets = [["reading"]]\nadversaries = ["identity"]', "a dataset is a text, not ['reading']."),
        ('datasets = ["reading"]\nadversaries = [3]', "an adversary is a name or a table with a name"),
        ('datasets = ["reading"]\nadversaries = [{search = "fast"}]', "an adversary is a name or a table with a name"),
        (
            'datasets = ["reading"]\nadversaries = [{name = "add-any", budget = "many"}]',
            "budget is 'many', not a whole",
        ),
        (
            GOOD + '[[victim]]\nname = "hf:x"\nurl = "y"',
            "a victim has a name and what it is called, and nothing else, not 'url'.",
        ),
        (GOOD + "[[victim]]", "a victim is a text, not None."),
        (GOOD + 'adversary = "add-any"', "adversary is 'add-any', not a list."),
        (" ", "the file is empty."),
        (GOOD + f"seed = {'7' * 5_000}", "it holds a whole number of more than 64 bits. Correct it."),
        (GOOD + f"seed = 0x{'f' * 5_000}", "it holds a whole number of more than 64 bits. Correct it."),
        (GOOD + f"seed = {'[' * 100_000}", "lists or tables are nested too deeply."),
        (GOOD + f"seed = {'{a = ' * 2_000}1{'}' * 2_000}", "lists or tables are nested too deeply."),
        (GOOD + f"{'a.' * 3_000}a = 1", "lists or tables are nested too deeply."),
        (GOOD + "seed = 1979-05-27", "seed is datetime.date(1979, 5, 27), not a whole number."),
        (GOOD + f"goal = {['x'] * 5_000}", "goal is ['x', 'x'"),
    ],
)
def test_a_plan_that_cannot_be_used_says_why(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(BadData) as caught:
        plan_of(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'plan.toml'}: {says}")


def test_a_plan_says_who_carries_it_out(tmp_path: Path) -> None:
    path, rest = tmp_path / "plan.toml", 'datasets = ["reading"]\nadversaries = ["identity"]\n'
    path.write_text(rest)
    assert read_run(path) == {}
    path.write_text(f'{rest}[run]\nexecutor = "ray"\nworkers = 4\ncluster = "a:1"\nresources = {{gpu = 0.5}}')
    assert read_run(path) == {"executor": "ray", "workers": 4, "cluster": "a:1", "resources": {"gpu": 0.5}}
    assert len(read_plan(path)) == 1


@pytest.mark.parametrize(
    ("run", "says"),
    [
        ("run = 3", "run is 3, not a table"),
        ("[run]\nnodes = 2", "a plan's run has no 'nodes'. It has executor, workers, resources, cluster."),
        ("[run]\nworkers = 'x'", "run.workers is 'x', not a whole number"),
        ("[run]\nworkers = 0", "run.workers is 0: name at least 1."),
        ("[run]\nexecutor = 'dask'", "there is no executor 'dask'. There are local, ray."),
    ],
)
def test_who_cannot_carry_a_plan_out_is_said(tmp_path: Path, run: str, says: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(run)
    with pytest.raises(BadData) as error:
        read_run(path)
    assert says in str(error.value)
    assert str(error.value).startswith(str(path))


def test_a_plan_that_is_not_there_or_no_text_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"no file .*nope\.toml"):
        read_plan(tmp_path / "nope.toml")
    with pytest.raises(BadData, match="is a folder"):
        read_plan(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match=r"binary\.toml: not text"):
        read_plan(tmp_path / "binary.toml")
