"""The line that says how a score was computed."""

from importlib.metadata import version

from stumper.scores.signature import signature


def test_a_signature_tells_metric_way_count_and_version_in_order() -> None:
    line = signature("f1", 507, official="squad-1.1", worst="variants", unanswered_variants="2")
    assert line == f"f1|official:squad-1.1|worst:variants|unanswered-variants:2|n:507|stumper:{version('stumper')}"
