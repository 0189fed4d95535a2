"""The verification part as Markdown, on a terminal, as HTML."""

import io
import json
import re
from dataclasses import replace

from rich.console import Console

from stumper.reports import build_report, html, markdown, to_json
from stumper.reports.terminal import terminal
from stumper.tasks.verification.claim import LABELS
from stumper.types import Guess, Prediction

JUDGED = {"unmodified": (39, 1), "claim-rules": (30, 10), "sears": (10, 30)}
EVIL = '<script>alert("x")</script><img src=x onerror=alert(1)>'
SUPPORTS = LABELS[0]


def printed(report, width=150) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(terminal(report))
    return console.file.getvalue()


def data_of(page: str):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def test_a_terminal_shows_attacks_against_systems_and_resiliences(claims_report):
    text = printed(claims_report(judged=JUDGED))
    assert re.search(r"attack +n +(embedded|tfidf.*)\n", text)
    assert re.search(r"attack +raw potency, % +excess +correct, % +potency, %", text)
    assert text.index("claim-rules ") < text.index("\nunmodified")
    assert re.search(r"embedded +(indistinguishable|told apart).* \d+\.\d \[", text)


def test_a_terminal_says_what_is_not_judged(claims_report):
    text = printed(claims_report(size=9))
    assert "Not judged" in text
    assert "potency, %" not in text
    assert "resilience" not in text.partition("attack ")[2].partition("Not judged")[0]


def test_where_a_system_has_seen_all_every_form_is_without_rows(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(2)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    said = make.said(SUPPORTS)
    run = recorder.run("claim-rules", "a", made, lambda one: (said, said), seen=("0", "1"))
    report = build_report(store, [run], with_examples=False)
    assert all("trained-on" in form(report) for form in (html, markdown, printed))


def test_markdown_tables_are_rectangular_and_complete(claims_report):
    text = markdown(claims_report(judged=JUDGED))
    for heading in (
        "# Stumper report: 3 systems under 2 attacks",
        "### Resilience, by FEVER score",
        "## Rule by rule",
        "## What shifts",
    ):
        assert heading in text
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.replace("\\|", "").count("|") for line in block.splitlines()}) == 1
    assert "| claim-rules | simple negation | is-not | " in text
    assert "| before ↓ after → | SUPPORTS |" in text


def test_the_order_of_the_page_is_sentence_pictures_tables_rules_examples_computation(claims_report):
    page = html(claims_report(judged=JUDGED))
    marks = [
        "<h1>", "Scores under attack", "What each attack changes", "Potency and resilience",
        "What shifts in the systems", "Rule by rule", "Side by side", ">Examples<", "How it was computed",
    ]  # fmt: skip
    places = [page.index(mark) for mark in marks]
    assert places == sorted(places)


def test_pictures_have_their_tables_one_click_away(claims_report):
    page = html(claims_report(judged=JUDGED))
    assert page.count("<summary>As a table</summary>") == 1
    assert "The same by label accuracy" in page


def test_an_unjudged_page_says_how_to_judge(claims_report):
    page = html(claims_report(size=9))
    assert "stumper judge FILE --sample 100" in page
    assert not re.search(r"\bnan\b", page.partition('id="data"')[0])


def test_reading_alone_has_no_part_on_claims(lifelike):
    assert "Fact verification" not in html(lifelike(limit=3))


def test_claims_are_diffed_in_the_browser_of_examples(claims_report):
    data = data_of(html(claims_report(size=6, adversaries=("claim-rules",), victims=("embedded",))))
    item = next(one for one in data["items"] if one.get("rule") == "is-not")
    assert item["shows"] == "labels"
    assert "never " in item["asked"]
    assert item["golds"] != item["moved"]
    assert item["sentences"] == [f"Page_{item['id'].partition('-')[0]}:0"]
    assert item["answers"][0]["before"]["evidence"]


def test_what_claims_say_is_never_run(store, recorder, make):
    example = make.claim("1", f"{EVIL} sang.", SUPPORTS)
    made = [replace(make.changed(example, f"{EVIL} never sang.", EVIL, EVIL, swaps=True))]
    said = Prediction((Guess(EVIL, 1.0),), 1.0, (EVIL,))
    page = html(build_report(store, [recorder.run("claim-rules", EVIL, made, lambda one: (said, said))]))
    assert not re.search(r"<script>alert|<img", page, re.IGNORECASE)


def test_json_holds_the_whole_part(claims_report):
    [part] = json.loads(to_json(claims_report(judged=JUDGED)))["verification"]
    assert list(part) == ["dataset", "sentences", "notes", "runs", "standings", "judged", "shifts", "rules"]
    assert part["standings"][0]["tournament"]["potencies"][0]["adversary"] == "claim-rules"
