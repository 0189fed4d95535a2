"""One self-contained, safe HTML file."""

import json
import re
from urllib.parse import unquote

import pytest

from report_figures import figures
from stumper.reports import build_report, html
from stumper.types import Answer

EVIL = '<script>alert("x")</script></script><img src=x onerror=alert(1)>&amp;'
EVIDENCE = re.compile(r"<script>alert|<img|onerror=alert\(1\)>", re.IGNORECASE)


def data_of(page: str):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def test_the_order_is_sentence_pictures_figures_examples_computation(lifelike):
    page = html(lifelike(limit=12))
    marks = [
        "<h1>", "Scores under attack", "What each attack changes", "Where right answers turn wrong", "Attack by attack",
        "What to know about these figures", "Side by side", ">Examples<", "How it was computed",
    ]  # fmt: skip
    places = [page.index(mark) for mark in marks]
    assert places == sorted(places)


def test_nothing_outside_is_asked_for(lifelike):
    page = html(lifelike(limit=12))
    assert not re.search(r"""\b(?:src|srcset|href|action)=["']?(?!#|data:text/)[^\s"'>]""", page)
    assert not re.search(r"https?://", page)
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|<link", page)
    assert "default-src 'none'" in page


def test_every_picture_has_its_table_one_click_away(lifelike):
    page = html(lifelike(limit=12))
    assert page.count("<summary>As a table</summary>") == 2
    assert page.count("<summary>As tables</summary>") == 2  # an analysis each of AddCommon and AddAny


def test_types_stand_by_rule(lifelike, nine):
    page = html(lifelike(adversaries=nine[::-1], limit=20))
    assert "<summary>By type of attack</summary>" in page
    assert "<td" in page.partition("By type of attack")[2].partition("what-np")[0]


def test_where_no_edit_tells_its_type_there_is_nothing_by_type(lifelike):
    assert "By type of attack" not in html(lifelike(limit=12))


def test_the_matrix_has_a_row_a_system_and_the_score_without_an_attack_first(lifelike):
    page = html(lifelike(victims=("embedded", "hf:a", "hf:b"), limit=30))
    matrix = page.partition('class="matrix by-system"')[2].partition("</table>")[0]
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', matrix)
    assert heads == ["System", "no attack", "add-benign", "AddCommon", "AddAny"]
    assert re.findall(r'<th scope="row">([^<]*)</th>', matrix) == ["embedded", "hf:a", "hf:b"]
    assert "shade-" in matrix


def test_every_table_is_there_as_csv_and_latex(lifelike):
    page = html(lifelike(limit=12))
    links = re.findall(r'<a download="([^"]+)\.(csv|tex)" href="data:text/(?:csv|plain);charset=utf-8,([^"]+)"', page)
    assert len(links) == 2 * page.count("<table")
    assert unquote(links[0][2]).startswith("system,no attack,no attack low,no attack high,no attack n,add-benign,")
    assert unquote(links[1][2]).startswith("% F1, %\n\\begin{tabular}{lrrrr}")


def test_what_many_systems_answered_to_one_variant_stands_in_one_example(store, record, make):
    example = make.question("q", "Who?", "Ada met Bo.", "Ada")
    changed = make.appended(example, "Zed too.")
    right, wrong = make.verdict(example, "Ada"), make.verdict(example, "Zed")

    def kept(run_id, _):
        return make.attempt(run_id, example, "failed", right, right, changed, 2)

    def fooled(run_id, _):
        return make.attempt(run_id, example, "succeeded", right, wrong, changed, 2)

    ids = [record([example], kept, "from-file", "a"), record([example], fooled, "from-file", "b")]
    data = data_of(html(build_report(store, ids)))
    [item] = data["items"]
    assert [data["runs"][answer["run"]][2] for answer in item["answers"]] == ["a", "b"]
    assert [answer["outcome"] for answer in item["answers"]] == ["failed", "succeeded"]
    assert data["first"] == [0, 1]


def test_an_answer_that_a_victim_never_got_right_leaves_nothing_to_analyse(store, record, make):
    example = make.question("q", "Who?", "Ada met Bo.", "Ada Bo Cy")
    changed = make.appended(example, "Zed too.")
    before = make.verdict(example, "Ada")
    run_id = record([example], lambda run, _: make.attempt(run, example, "failed", before, before, changed, 2))
    assert "Where right answers turn wrong" not in html(build_report(store, [run_id]))


def test_all_rows_stand_in_the_tables_without_a_script(lifelike):
    report = lifelike(limit=12)
    page = html(report).partition('<script type="application/json"')[0]
    for row in figures(report).rows:
        assert f"{row.f1.after.value * 100:.1f}" in page
        assert row.names.attack in page
    assert "not judged" in page


def test_whatever_the_data_says_is_shown_as_text(store, record, make):
    example = make.question(EVIL, EVIL, f"{EVIL} Ada.", "Ada", title=EVIL)
    changed = make.appended(example, EVIL)
    before, after = make.verdict(example, "Ada"), make.verdict(example, EVIL)

    def made(run_id, example):
        return make.attempt(run_id, example, "succeeded", before, after, changed, 2, reason=EVIL)

    ids = [record([example], made, EVIL, EVIL, seed=seed, options=((EVIL, EVIL),)) for seed in (1, 2)]
    page = html(build_report(store, ids))
    assert not EVIDENCE.search(page)
    assert page.count("<script") == page.count("</script") == 2
    read = data_of(page)
    assert read["texts"][read["items"][0]["question"]] == EVIL
    assert read["items"][0]["golds"] == [["Ada", len(EVIL) + 1]]


def test_a_text_that_many_examples_share_is_stored_once(lifelike):
    report = lifelike(limit=12)
    texts = data_of(html(report))["texts"]
    assert len(texts) == len(set(texts))
    assert len(texts) <= 12 * 2


def test_edits_rebuild_the_changed_paragraph(lifelike):
    report = lifelike(adversaries=("add-any",), limit=20)
    read = data_of(html(report))
    for item, exhibit in zip(read["items"], report.examples, strict=True):
        after, place = "", 0
        original = read["texts"][item["paragraph"]]
        for edit in item.get("edits", [len(original)]):
            if isinstance(edit, str):
                after += edit
            else:
                after += original[place : place + edit] if edit > 0 else ""
                place += abs(edit)
        assert after == "".join(change.text for change in exhibit.paragraph if change.kind != "removed")


def test_the_page_opens_with_an_example_of_the_strongest_attack(lifelike):
    report = lifelike(limit=40)
    data = data_of(html(report))
    place, number = data["first"]
    opened = data["items"][place]["answers"][number]
    assert (data["runs"][opened["run"]][3], opened["outcome"]) == ("AddAny", "succeeded")


def test_an_empty_report_is_a_page_that_says_how_to_begin(store):
    page = html(build_report(store, []))
    assert "Nothing has been attacked yet." in page
    assert "stumper demo" in page
    assert "<table" not in page


@pytest.mark.parametrize("outcome", ["succeeded", "failed", "exhausted", "skipped", "errored"])
def test_one_example_is_enough(store, record, make, outcome):
    example = make.question("q", "Who?", "Ada met Bo.", "Ada")
    seen = make.verdict(example, "Bo" if outcome == "skipped" else "Ada")
    run_id = record([example], lambda run, _: make.attempt(run, example, outcome, seen))
    page = html(build_report(store, [run_id]))
    assert not re.search(r"\bnan\b", page, re.IGNORECASE)
    assert '"id":"q"' in page


def test_gold_answers_without_a_place_are_kept(store, record, make):
    example = make.question("q", "Who?", "Ada met Bo.", "Ada")
    placeless = type(example)(example.id, example.query, type(example.gold)((Answer("Ada"), Answer("Ada"))))
    seen = make.verdict(example, "Ada")
    run_id = record([placeless], lambda run, _: make.attempt(run, placeless, "failed", seen))
    assert data_of(html(build_report(store, [run_id])))["items"][0]["golds"] == [["Ada", None]]
