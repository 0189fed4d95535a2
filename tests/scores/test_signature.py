"""The line that says how a score was computed."""

from importlib.metadata import version

import pytest

from stumper.scores.score import from_estimate, made_by
from stumper.scores.signature import said_by, signature
from stumper.statistics import Groups, mean, share


def test_a_signature_tells_metric_way_count_and_version_in_order() -> None:
    line = signature("f1", 507, official="squad-1.1", worst="variants", unanswered_variants="2")
    assert line == f"f1|official:squad-1.1|worst:variants|unanswered-variants:2|n:507|stumper:{version('stumper')}"


IDS = [f"q{n}" for n in range(48)]
ALIKE = [float(n // 2 % 2) for n in range(48)]  # the two of an article score the same


def articles(number: int) -> Groups:
    return Groups(("article",), {id: (f"a{n * number // 48}",) for n, id in enumerate(IDS)})


def said(*values: float) -> str:
    row = from_estimate(mean(values), "f1", "original", "fox", None, {"agg": "mean"})
    return row.signature.partition("|stumper:")[0]


def test_a_signature_tells_by_what_the_interval_is_and_how_much_wider_that_makes_it() -> None:
    by = made_by(mean(ALIKE, IDS, articles(24)))
    assert list(by) == ["ci", "articles", "design_effect"]
    assert (by["ci"], by["articles"]) == ("t-by-article", "24")
    assert float(by["design_effect"]) == pytest.approx(2 * 47 / 48 * (24 / 23) ** 2, abs=0.005)
    assert "|design-effect:2.13|" in signature("f1", 48, **by)


def test_a_signature_tells_which_groups_were_too_few() -> None:
    assert made_by(mean(ALIKE, IDS, articles(3))) == {
        "ci": "t-by-original",
        "originals": "48",
        "too_few": "article-3",
    }
    assert made_by(mean(ALIKE, IDS, articles(8))) | {"design_effect": ""} == {
        "ci": "t-by-article",
        "articles": "8",
        "design_effect": "",
        "few": "corrected",
    }


def test_a_signature_tells_where_there_is_no_interval() -> None:
    assert said(1.0, 0.0, 1.0) == "f1|agg:mean|ci:none|n:3"
    assert said() == "f1|agg:mean|ci:none|n:0"
    assert said(*[1.0] * 5) == "f1|agg:mean|ci:t-by-original|originals:5|few:corrected|n:5"
    assert made_by(share([True, False])) == {"ci": "score"}
    assert said_by(said(*ALIKE), "ci") == "t-by-original"
