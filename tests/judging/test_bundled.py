"""What ships with the package of what was judged: of just the claims that the demo attacks with."""

from random import Random

import pytest

from stumper import registry
from stumper.cli.demo import VERIFICATION
from stumper.identity import perturbation_id
from stumper.judging import bundled_judgements
from stumper.tasks.verification.fever import bundled
from stumper.types import Perturbation


@pytest.mark.parametrize(("name", "options"), VERIFICATION, ids=lambda value: value if isinstance(value, str) else "")
def test_every_claim_that_the_demo_attacks_with_is_judged(name: str, options: dict[str, str]) -> None:
    judged = {judgement.perturbation_id for judgement in bundled_judgements()}
    found = registry.build("adversary", name, options).instances(bundled().examples, Random("1/instances"))
    made = [one for one in found if isinstance(one, Perturbation)]
    assert [perturbation.query.text for perturbation in made if perturbation_id(perturbation) not in judged] == []


def test_no_claim_is_judged_twice() -> None:
    ids = [judgement.perturbation_id for judgement in bundled_judgements()]
    assert len(ids) == len(set(ids)) > 100
