"""Variants of tossups that somebody made, tried on their originals."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from stumper.adversaries.from_file import InstancesFromFile, from_file
from stumper.errors import BadData
from stumper.protocols import Enumerator
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.testing import TOSSUPS
from stumper.types import Example, Instance, Nothing, Perturbation

PORT, KEEPER = TOSSUPS


@pytest.fixture
def variants(tmp_path: Path) -> Path:
    """Two variants of the port, none of the keeper."""
    made = [variant("port-a", "oak", "wood"), variant("port-b", "Goats", "Sheep")]
    quizbowl.write_adversarial(tmp_path / "variants.json", Quizbowl("set", "x", TOSSUPS), made)
    return tmp_path / "variants.json"


def variant(id: str, old: str, new: str) -> Instance:
    query = Tossup(PORT.query.text.replace(old, new))
    return Instance(id, PORT, Perturbation(PORT.id, query, PORT.gold, ()))


def texts(adversary: Enumerator, examples: Sequence[Example]) -> list[str]:
    made = adversary.instances(examples, Random(0))
    return [one.reason if isinstance(one, Nothing) else one.query.text for one in made]


def test_every_variant_counts_by_itself(variants: Path) -> None:
    adversary = from_file(variants)
    assert isinstance(adversary, InstancesFromFile)
    assert [instance.id for instance in adversary.of(TOSSUPS)] == ["port-a", "port-b"]
    assert texts(adversary, TOSSUPS) == [
        PORT.query.text.replace("oak", "wood"),
        PORT.query.text.replace("Goats", "Sheep"),
        "the file holds no variant of it",
    ]
    assert texts(adversary, [KEEPER]) == ["the file holds no variant of it"]


def test_a_variant_of_another_text_of_that_id_is_refused(variants: Path) -> None:
    other = replace(PORT, query=Tossup("This port is another one."))
    with pytest.raises(BadData, match=r"but the tossup 'tossup-1' is 'This port is another one.' in the data set"):
        InstancesFromFile(variants).of([other])
