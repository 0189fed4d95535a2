"""Whole campaigns in real browsers, from the form that makes a project to figures that follow by hand."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring import PARAGRAPH, answers
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.testing import ScriptedVictim
from stumper.types import Guess, Prediction, Query
from tossups import TOSSUPS, Listening, hears
from visiting import house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from annotators import wait_for_end, wait_for_next
from campaigns import Campaign, campaign_at, judge, squad_file

NO_LIE = " Mary Bell did not light it."
SISTER = " Mary Bell was her sister."
YEAR = " Mary Bell lit it, and not in that year."
RAW = "Jeff Dean dim the lighthouse in 1900."
FIXED = "Jeff Dean dimmed the lighthouse in 1900."


@pytest.fixture
def reading(tmp_path: Path, browser: Browser) -> Iterator[Campaign]:
    victim = ScriptedVictim(answers, "scripted")
    with (
        Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store,
        serving(house_over(store, victim)) as site,
        campaign_at(site, browser) as found,
    ):
        yield found


def write(page: Page, place: str, item: str, *added: str, submits: bool) -> None:
    """At one of an author's items this is added, and submitted once it fools, or put to the model once."""
    page.goto(f"{place}/write")
    page.locator("ol.items a", has_text=item).click()
    page.wait_for_selector("#desk:not([hidden])")
    for text in added:
        page.focus("#text")
        page.keyboard.press("Control+End")
        page.keyboard.type(text)
    word = "Fooled" if submits else "Still right"
    page.locator("#verdict:not([data-thinking]) #word", has_text=word).wait_for()
    page.keyboard.press("Control+Shift+Enter" if submits else "Control+Enter")
    if submits:
        expect(page.locator("#submit-said")).to_contain_text("number 1")
    else:
        expect(page.locator("#tries")).to_contain_text("1 attempt")


def test_reading_from_the_form_to_the_correct_rate(reading: Campaign, tmp_path: Path) -> None:
    asked = [("q1", "Who lit it?", "Ada Thorn"), ("q2", "When was it lit?", "1874")]
    data = squad_file(tmp_path / "lights.json", {PARAGRAPH: asked})
    reading.found("Lights", data, ("write", "fix", "judge"), double_share=100, fixers=1, verifiers=3, approvals=2)
    ana, bea = reading.join("author", "Ana", "Bea")
    fay, vic, val, jo, jim = reading.join("annotator", "Fay", "Vic", "Val", "Jo", "Jim")
    [mo] = reading.join("moderator", "Mo")

    write(ana, reading.place, "Who lit it?", " It was white.", submits=False)
    write(ana, reading.place, "Who lit it?", NO_LIE, submits=True)
    write(bea, reading.place, "Who lit it?", SISTER, submits=True)
    write(bea, reading.place, "When was it lit?", YEAR, submits=True)

    raw = {"id": "q2-raw0", "question": "When was it lit?", "answers": ["1874"], "sentence": RAW, "fake_answer": "1900"}
    lines = tmp_path / "raw.jsonl"
    lines.write_text(json.dumps(raw) + "\n")
    reading.fill("fix", lines)
    fay.goto(f"{reading.place}/fix")
    fay.fill("#sentence", FIXED)
    fay.keyboard.press("Control+Enter")
    wait_for_end(fay)
    for page in (vic, val):
        page.goto(f"{reading.place}/verify")
        expect(page.locator("[data-field=sentence]")).to_have_text(FIXED)
        for key in "yy":
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        wait_for_end(page)
    reading.fill("judge", reading.download("approved", tmp_path / "approved.json"))

    judge(jo, reading.place, {NO_LIE: "yyy", SISTER: "yyy", YEAR: "yny", FIXED: "yyy"})
    judge(jim, reading.place, {NO_LIE: "yyy", SISTER: "yny", YEAR: "yny", FIXED: "yyy"})

    # Four presses, of which three fooled it. Both judges take one of those three texts for correct and one for wrong;
    # of the third they are not of one mind, so it is open: one of two is correct.
    four = reading.four()
    assert four["Attempts"].startswith("4 on 2 examples, by 2 authors ")
    assert four["Fooled, %"] == "75.0 n = 4 too few, or of too few examples, for an interval"
    assert four["Correct, %"] == (
        "50.0 n = 2 settled, of 3 submitted that fooled it 1 open; too few, or of too few examples, for an interval"
    )
    # Of the four texts they judge alike on three. Yes is said 5 times, and no 3 times, so that by chance
    # 2 * 5 * 3 / (8 * 7) = 15/28 of all pairs would differ: alpha is 1 - (1/4) / (15/28) = 8/15.
    assert four["Agreement of judges, alpha"].startswith("0.533 n = 4 judged twice")
    assert reading.table("Authors") == [["1", "Ana", "1", "1", "1"], ["2", "Bea", "0", "2 1 open", "2"]]

    judge(mo, reading.place, {SISTER: "yny"}, "adjudicate")
    four = reading.four()
    assert four["Correct, %"] == (
        "33.3 n = 3 settled, of 3 submitted that fooled it too few, or of too few examples, for an interval"
    )
    assert four["Agreement of judges, alpha"].startswith("0.533 n = 4")  # as before anybody settled it
    # The sentence of AddSent is correct, too: two of four.
    assert [row[1] for row in reading.table("What is correct")] == ["50.0", "100.0", "50.0", "100.0"]
    assert reading.table("Authors") == [["1", "Ana", "1", "1", "1"], ["2", "Bea", "0", "2", "2"]]


def sleepy(query: Query) -> Prediction:
    """As the other model where somebody is asleep; else it takes all for supported."""
    return answers(query) if "asleep" in str(query) else Prediction((Guess("SUPPORTS", 0.8),), 0.8, ("Lights:0",))


CLAIMS = ("Ada Thorn lit the lighthouse.", "Ada Thorn kept it for forty years.", "Tom Thorn was her brother.")


@pytest.fixture
def claims(tmp_path: Path, browser: Browser) -> Iterator[Campaign]:
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store:
        victims = {"scripted": ScriptedVictim(answers, "scripted"), "second": ScriptedVictim(sleepy, "second")}
        desks = {name: Desk(name, victim, store.cache()) for name, victim in victims.items()}
        with (
            serving(house_over(store, victims=victims, desks=desks)) as site,
            campaign_at(site, browser) as found,
        ):
            yield found


def test_claims_of_two_models_from_the_form_to_what_transfers(claims: Campaign, tmp_path: Path) -> None:
    rows = [{"id": n, "label": "SUPPORTS", "claim": claim, "evidence": [[[0, 0, "Lights", 0]]]}
            for n, claim in enumerate(CLAIMS, 1)]  # fmt: skip
    data = tmp_path / "claims.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    claims.found("Claims", data, ("write", "judge"), double_share=0)
    ana, bea = claims.join("author", "Ana", "Bea")
    [jo] = claims.join("annotator", "Jo")
    write(ana, claims.place, CLAIMS[0], " Her brother did not.", submits=True)
    write(ana, claims.place, CLAIMS[1], " She was not asleep.", submits=True)
    write(bea, claims.place, CLAIMS[2], " He was white.", submits=False)
    write(bea, claims.place, CLAIMS[2], " He did not row.", submits=True)
    judge(jo, claims.place, {"did not.": "yyy", "asleep": "yyy", "row": "yny"})
    four = claims.four()
    assert four["Attempts"].startswith("4 on 3 examples, by 2 authors ")
    assert four["Fooled, %"] == "75.0 n = 4 too few, or of too few examples, for an interval"
    assert four["Correct, %"] == (
        "66.7 n = 3 settled, of 3 submitted that fooled it too few, or of too few examples, for an interval"
    )
    # All three fooled the model that they were written against; of the other each third did.
    assert measured(claims.boss, "no attack") == [
        ["scripted", "100.0 n = 3", "0.0 −100.0 from 100.0"],
        ["second", "100.0 n = 3", "66.7 −33.3 from 100.0"],
    ]
    assert measured(claims.boss, "Made against") == [
        ["scripted", "0.0 (its own)", "66.7"],
        ["the originals", "100.0", "100.0"],
    ]
    # It took the whole score of one model and a third of the other's: two thirds on average. Times the two thirds that
    # are correct that is 4/9; counted text by text, two of three and one of three, 1/2.
    assert measured(claims.boss, "Raw potency") == [
        ["people", "3", "66.7", "too few to tell", "66.7 of 3 by 1 person", "44.4", "50.0, all 3 judged"]
    ]


def measured(page: Page, header: str) -> list[list[str]]:
    """The rows of the table with this header in what each model makes of it."""
    rows = page.locator(".measured table:visible", has_text=header).first.locator("tbody tr").all()
    return [[" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()] for row in rows]


LATE = (
    "This woman rowed eleven sailors ashore in one night. Her logbook names the winter of 1881 the worst. Her verse "
    "speaks of four decades. For 10 points, name this keeper of a lighthouse at Port Ilse."
)
NEVER = (
    "A boat at Port Ilse bears her name. Its crew once gave her a silver clock, which stopped at noon. Painters came "
    "to draw her hands. For 10 points, name this keeper, whose brother rowed."
)


@pytest.fixture
def tossups(tmp_path: Path, browser: Browser) -> Iterator[Campaign]:
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store:
        victims = {name: Listening(ScriptedVictim(hears, name)) for name in ("scripted", "other")}
        desks = {name: Desk(name, victim, store.cache()) for name, victim in victims.items()}
        with (
            serving(house_over(store, victims=victims, desks=desks)) as site,
            campaign_at(site, browser) as found,
        ):
            yield found


def write_tossup(page: Page, place: str, text: str, word: str) -> None:
    """A tossup on Ada Thorn is written and submitted."""
    page.goto(f"{place}/tossups")
    page.fill("#answer", "Ada Thorn")
    page.select_option("#category", "Literature")
    page.get_by_role("button", name="Begin to write").click()
    page.wait_for_selector("#desk:not([hidden])")
    page.fill("#text", text)
    expect(page.locator(".machine").first.locator("strong")).to_have_text(word)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#finished")).to_be_visible()


def test_tossups_from_the_form_to_what_people_answer(tossups: Campaign, tmp_path: Path) -> None:
    rows = [{"text": one.query.text, "page": one.gold.answers[0].text, "answer": one.gold.answers[0].text,
             "qanta_id": n, "category": "History"} for n, one in enumerate(TOSSUPS)]  # fmt: skip
    data = tmp_path / "past.json"
    data.write_text(json.dumps({"questions": rows}))
    tossups.found("Newsroom", data, ("write", "tag"), fewest_sentences=3, most_sentences=6, taggers=1)
    [ana, bea], [tia], [pia] = (
        tossups.join(role, *names)
        for role, names in (("author", ("Ana", "Bea")), ("annotator", ("Tia",)), ("player", ("Pia",)))
    )
    write_tossup(ana, tossups.place, LATE, "Late")
    write_tossup(bea, tossups.place, NEVER, "Stumped")
    tia.goto(f"{tossups.place}/tag")
    for tagged in (1, 2):
        tia.wait_for_selector("#item:not([hidden])")
        shown = tia.locator("[data-field=text]").inner_text()
        for key in "14" if shown == LATE else "4":
            tia.keyboard.press(key)
        tia.keyboard.press("Control+Enter")
        wait_for_next(tia, f"{tagged} done")
    wait_for_end(tia)

    mo = tossups.go("matches")
    mo.fill("#name", "Final")
    mo.check("#mode-alone")
    mo.check("#source-submitted")
    mo.fill("#tossups", "2")
    mo.click("details.field summary")
    for rule, value in {"speed": "4", "silence": "60", "answer": "60"}.items():  # as a busy machine may take its time
        mo.fill(f"#{rule}", value)
    mo.click("form .actions button.primary")
    mo.wait_for_selector("#match:not([hidden])")
    pia.goto(mo.url)
    pia.get_by_role("button", name="Play", exact=True).click()
    pia.wait_for_selector("#buzz:not([hidden])")
    for answer in ("Ada Thorn", "Tom Thorn"):
        mo.click("#begin")
        mo.wait_for_selector("#match[data-phase=reading]")
        expect(pia.locator("#question")).to_have_text(re.compile("(This woman|A boat) "))
        pia.keyboard.press("Space")
        pia.wait_for_selector("#answering:not([hidden])")
        pia.keyboard.type(answer)
        pia.keyboard.press("Enter")
        mo.wait_for_selector("#match[data-phase=over]")
    mo.click("#begin")
    mo.wait_for_selector("#match[data-phase=finished]")
    shown = tossups.go("results")
    headings = shown.locator(".headline").all_inner_texts()
    assert headings[0].startswith("People answer 50.0% of the adversarial questions right by a buzz")
    # The machine is right at the 33rd of the 36 words of one, and never of the other: (33/36 + 1) / 2 of the words.
    assert headings[1] == (
        "scripted never gets 50.0% of the tossups that it has read, and on average it needs 95.8% of the words (n = 2)."
    )
    assert tossups.table("Tossups")[0] == ["scripted", "2", "50.0", "95.8"]
    assert [row for row in tossups.table("Reason") if row[1] != "0"] == [
        ["It puts known clues together", "1", "50.0"],
        ["It says a known clue in other words", "2", "100.0"],
    ]
    words = [[row[2], *row[3:5]] for row in tossups.table("Each of them")]
    assert words == [["Ana", "33 / 36", "33 / 36"], ["Bea", "never", "never"]]
