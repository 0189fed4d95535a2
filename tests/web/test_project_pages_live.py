"""The pages of projects in a real browser: what shows what matters, keeps itself up to date, and is in nobody's way."""

from pathlib import Path

import pytest

from annotation_project import OF_READING
from stumper.people.accounts.account import person
from stumper.people.accounts.person import Person
from stumper.people.projects.members import add_member, roles
from stumper.people.projects.project import Project, Settings, projects
from stumper.people.queues.queue import lease
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.testing import EXAMPLE
from visiting import Site, house_with_checker, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import expect

from browsers import context_of

PAGES = ("/projects/new", "", "/settings", "/people", "/progress", "/queues")
SETTINGS = Settings("reading", "reading", ("scripted",), OF_READING, instructions="# Begin\n\nRead *this*.")


@pytest.fixture
def boss(site: Site) -> Person:
    return site.person("Grace", administrator=True)


@pytest.fixture
def here(site: Site) -> Project:
    return make_project(site.house.store, "Here", SETTINGS, [EXAMPLE], "f", site.house.clock())


def opened(browser, site: Site, person: Person, path: str, **options: object):
    page = context_of(browser, site, person, **options).new_page()
    page.goto(site.home + path)
    return page


def test_the_form_shows_what_matters_and_how_instructions_will_look(browser, site: Site, boss: Person) -> None:
    page = opened(browser, site, boss, "/projects/new")
    assert page.is_hidden("#file")
    page.check("#data-own")
    assert page.is_visible("#file")
    page.uncheck("#timer_on")
    assert page.is_hidden("#timer")
    page.fill("#instructions", "# Title\n\n<script>window.broken = 1</script> and *more*")
    page.wait_for_selector("#preview h2")
    assert page.inner_text("#preview").endswith("<script>window.broken = 1</script> and more")
    assert page.evaluate("window.broken") is None
    page.check("input[value=quizbowl]")
    assert [page.is_visible(field) for field in ("#timer_on", "#practice", "#items", "#live")] == [False] * 3 + [True]
    assert [page.is_visible(f"#kind-{kind}") for kind in ("write", "fix", "tag")] == [True, False, True]
    page.click("details.part summary")
    assert page.is_visible("#characters")
    page.check("input[value=reading]")
    assert [page.is_visible(field) for field in ("#timer_on", "#items", "#characters")] == [True, True, False]
    page.uncheck("#kind-write")
    assert page.is_hidden("#victim-1")
    page.close()


def test_models_that_do_not_answer_the_task_are_not_offered(browser, new_store: Store) -> None:
    with serving(house_with_checker(new_store)) as site:
        page = opened(browser, site, site.person(administrator=True), "/projects/new")
        checks, scripted = page.locator("[value=checks]"), page.locator("[value=scripted]")
        assert (checks.is_hidden(), scripted.is_visible()) == (True, True)
        page.check("input[value=verification]")
        assert (checks.is_visible(), checks.is_checked()) == (True, False)
        checks.check()
        scripted.uncheck()
        page.check("input[value=quizbowl]")
        assert (checks.is_disabled(), scripted.is_checked()) == (True, True)  # never none where one answers
        page.close()


def test_a_project_is_made_and_people_invited_without_leaving_the_browser(browser, site: Site, boss: Person) -> None:
    page = opened(browser, site, boss, "/projects/new")
    page.fill("#name", "<b>Rivers</b>")
    page.click("main button.primary")
    page.wait_for_selector(".ways [aria-current]")
    assert page.inner_text("h1") == "<b>Rivers</b>"
    page.click("text=Invite people")
    page.click("main button.primary")
    assert "/join/" in page.input_value("#link")
    page.close()


def test_a_file_is_shown_as_people_will_see_it_before_a_project_is_made_of_it(
    browser, site: Site, boss: Person, tmp_path: Path
) -> None:
    file = tmp_path / "lamps.csv"
    rows = [f"Who lit lamp {n}?;Ada {n};Ada {n} lit lamp {n}." for n in range(1, 8)]
    file.write_text("\n".join(["frage;antwort;absatz", *rows]), encoding="utf-8")
    page = opened(browser, site, boss, "/projects/new")
    page.fill("#name", "Lamps")
    page.check("#data-own")
    page.set_input_files("#file", file)
    page.get_by_text("lamps.csv: its columns fit no task.").wait_for()
    for column, role, of_any in (("frage", "question", "#role-0"), ("antwort", "answer", "#role-1")):
        assert page.locator("li", has_text=column).locator("select").count() == 1
        with page.expect_response("**/projects/new/look"):
            page.select_option(of_any, role)
        page.wait_for_function("() => document.getElementById('seen').getAttribute('aria-busy') === null")
    page.select_option("#role-2", "context")
    page.get_by_text("The first 5 of 7, as people will see them").wait_for()
    assert page.locator(".items .asked").all_inner_texts() == [f"Who lit lamp {n}?" for n in range(1, 6)]
    assert page.evaluate("document.activeElement.id") == "role-2"
    assert [page.is_visible(f"#kind-{kind}") for kind in ("write", "fix", "tag")] == [True, True, False]
    assert projects(site.house.store) == []
    page.get_by_role("button", name="Make the project").click()
    page.wait_for_selector(".ways [aria-current]")
    [made] = projects(site.house.store)
    assert made.settings.dataset.endswith("#question=frage,answer=antwort,context=absatz")
    page.close()


def test_a_file_stays_and_is_looked_at_again_where_the_server_does_so_only_later(
    browser, site: Site, boss: Person, tmp_path: Path
) -> None:
    file = tmp_path / "lamps.csv"
    file.write_text("frage;antwort;absatz\nWho lit it?;Ada;Ada lit it.\n", encoding="utf-8")
    page = opened(browser, site, boss, "/projects/new")
    page.check("#data-own")
    said = [429, 200, 500]  # what is answered, then as the server does

    def later(route) -> None:
        status = said.pop(0) if said else 200
        headers, body = {"Retry-After": "1"}, "<main><h1>Too fast</h1></main>"
        _ = route.continue_() if status == 200 else route.fulfill(status=status, headers=headers, body=body)

    page.route("**/projects/new/look", later)
    page.set_input_files("#file", file)
    page.get_by_text("lamps.csv: its columns fit no task.").wait_for()
    page.select_option("#role-0", "question")
    page.get_by_text("This could not be looked at now. The file and what you said of it are kept").wait_for()
    assert page.locator("#seen h1").count() == 0
    for place, role in ((1, "answer"), (2, "context")):
        with page.expect_response("**/projects/new/look"):
            page.select_option(f"#role-{place}", role)
        page.wait_for_function("() => document.getElementById('seen').getAttribute('aria-busy') === null")
    page.get_by_text("The first 1 of 1, as people will see them").wait_for()
    page.close()


def answering(page, *statuses: int) -> list[object]:
    """The looks that are held back; each is answered with the next of these statuses once it is let go."""
    left, held = list(statuses), []

    def answer(route) -> None:
        def go() -> None:
            status = left.pop(0)
            body = f"<body>A house<main><h1>Refused {status}</h1><p>This is why.</p></main>"
            _ = route.continue_() if status == 200 else route.fulfill(status=status, body=body)

        held.append(go)

    page.route("**/projects/new/look", answer)
    return held


def let_go(page, held: list) -> None:
    """The look that is held back is answered, and the page has shown it."""
    while not held:
        page.wait_for_timeout(20)  # which hands over what the browser asks
    with page.expect_response("**/projects/new/look"):
        held.pop()()
    page.wait_for_function("() => !document.getElementById('seen')?.hasAttribute('aria-busy')")


@pytest.mark.parametrize("status", [401, 403, 413, 503])
def test_a_file_that_the_server_refuses_to_look_at_is_told_why(
    browser, site: Site, boss: Person, tmp_path: Path, status: int
) -> None:
    """Seen: whatever it had answered, the page said that the server does not answer."""
    file = tmp_path / "lamps.csv"
    file.write_text("question,answer,context\nWho lit it?,Ada,Ada lit it.\n", encoding="utf-8")
    page = opened(browser, site, boss, "/projects/new")
    held = answering(page, status, 200, status)
    page.check("#data-own")
    page.set_input_files("#file", file)
    let_go(page, held)
    assert page.inner_text("#seen") == f"Refused {status}\n\nThis is why."
    page.set_input_files("#file", file)
    let_go(page, held)
    page.get_by_text("The first 1 of 1, as people will see them").wait_for()
    page.set_input_files("#file", file)
    let_go(page, held)
    assert page.locator("#seen .items").count() == (1 if status == 503 else 0)
    assert page.get_by_text("Refused").count() == (0 if status == 503 else 1)
    page.close()


def test_what_is_known_of_a_file_stays_until_another_is_known_and_is_never_sent_in_its_place(
    browser, site: Site, boss: Person, tmp_path: Path
) -> None:
    """Seen: all of it was wiped as soon as another file was chosen, or the button pressed while a column was looked at;
    then, where that look failed, the project was made of what had been known before."""
    files = [tmp_path / "lamps.csv", tmp_path / "doors.csv"]
    for file in files:
        file.write_text("question,answer,context\nWho lit it?,Ada,Ada lit it.\n", encoding="utf-8")
    page = opened(browser, site, boss, "/projects/new")
    held = answering(page, 200, 500, 500, 200)
    seen, make = page.locator("#seen"), page.get_by_role("button", name="Make the project")
    page.fill("#name", "Lamps")
    page.check("#data-own")
    page.set_input_files("#file", files[0])
    expect(seen).to_have_text("Reading the file …")
    let_go(page, held)
    expect(seen.locator(".seen .notice")).to_contain_text("lamps.csv is here already.")
    page.set_input_files("#file", files[1])
    expect(seen.locator("> .notice")).to_have_text("Reading the file …")
    assert seen.locator(".items li").count() == 1
    assert page.evaluate("document.querySelector('.seen').inert")
    make.click()
    expect(seen.locator("> .notice")).to_contain_text("The project is made as soon as that is done.")
    let_go(page, held)
    expect(seen.locator("> .notice")).to_contain_text("The new file could not be read now. The one before it stays")
    assert not page.evaluate("document.querySelector('.seen').inert")
    seen.get_by_text("Which column is what").click()
    page.select_option("#role-2", "title")
    make.click()
    expect(seen.locator("> .notice")).to_contain_text("The project is made as soon as that is done.")
    assert page.input_value("#role-2") == "title"
    let_go(page, held)
    expect(seen.locator("> .notice")).to_contain_text("The file and what you said of it are kept")
    assert (page.input_value("#role-2"), projects(site.house.store)) == ("title", [])
    page.select_option("#role-2", "context")
    make.click()
    let_go(page, held)
    page.wait_for_selector(".ways [aria-current]")
    assert len(projects(site.house.store)) == 1
    page.close()


def test_removing_somebody_is_asked_first_and_left_by_escape_with_the_focus_back(
    browser, site: Site, boss: Person, here: Project
) -> None:
    ada = site.person("Ada")
    add_member(site.house.store, here.id, ada.id, "author", site.house.clock())
    page = opened(browser, site, boss, f"/projects/{here.id}/people")
    remove, sure = page.locator("form[action$='/remove'] > button"), page.locator(f"#remove-{ada.id}")
    remove.focus()
    page.keyboard.press("Enter")
    assert "What they did stays" in sure.inner_text()
    assert page.evaluate("document.activeElement.textContent") == "Cancel"
    page.keyboard.press("Escape")
    expect(sure).to_be_hidden()
    expect(remove).to_be_focused()
    assert set(roles(site.house.store, here.id, ada.id)) == {"author"}
    page.keyboard.press("Enter")
    with page.expect_navigation():
        sure.get_by_role("button", name="Remove Ada").click()
    assert not roles(site.house.store, here.id, ada.id)
    page.close()


def test_whoever_does_not_erase_after_all_keeps_what_they_were_writing(browser, site: Site) -> None:
    ada = site.person("Ada")
    page = opened(browser, site, ada, "/account")
    page.evaluate("localStorage.setItem('stumper.writing.one', 'a draft')")
    page.fill("#confirmation", "Ada")
    page.click("form[action$='/erase'] > .actions button")
    page.click("#erase-account [data-cancel]")
    page.reload()
    assert page.evaluate("localStorage.getItem('stumper.writing.one')") == "a draft"
    page.fill("#confirmation", "Ada")
    page.click("form[action$='/erase'] > .actions button")
    with page.expect_navigation():
        page.click("#erase-account button.danger")
    assert person(site.house.store, ada.id).erased is not None
    assert page.evaluate("localStorage.getItem('stumper.writing.one')") is None
    page.close()


def test_progress_keeps_itself_up_to_date_and_says_when_it_cannot(
    browser, site: Site, boss: Person, here: Project
) -> None:
    author = site.person("Ada")
    add_member(site.house.store, here.id, author.id, "author", site.house.clock())
    page = opened(browser, site, boss, f"/projects/{here.id}/progress")
    page.clock.install()
    page.reload()
    assert "Ada" not in page.inner_text("#queues")
    lease(site.house.store, here.id, "write", author.id, site.house.clock())
    page.clock.run_for(11_000)
    page.wait_for_selector("#queues >> text=Ada")
    page.context.set_offline(True)
    page.clock.run_for(11_000)
    page.wait_for_selector("#stale:not([hidden])")
    assert "Ada" in page.inner_text("#queues")
    page.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nothing_serious_is_in_anybody_s_way(
    browser, site: Site, boss: Person, here: Project, scheme: str, width: int
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    viewport = {"width": width, "height": 800}
    page = opened(browser, site, boss, "/", color_scheme=scheme, viewport=viewport, bypass_csp=True)
    for path in PAGES:
        page.goto(site.home + (path if path == "/projects/new" else f"/projects/{here.id}{path}"))
        found = axe.run(page).response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == [], path
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
    page.close()
