"""Matches over real websockets: everybody hears the same words, one buzz counts, and nothing is told too early."""

import asyncio
import hmac
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import delete, select
from websockets.exceptions import ConnectionClosed, InvalidStatus

from match_rooms import FIRST, PACKET, QUICK, Player, listens, member, opened, quiz
from stumper.errors import BadStore, NotThere
from stumper.identity import bytes_fingerprint
from stumper.people.accounts.log_ins import close_everybodys_sessions
from stumper.people.accounts.person import Person
from stumper.people.accounts.secrets import server_secret
from stumper.people.matches import due
from stumper.people.matches.events import Paused
from stumper.people.matches.log import AWAY, Log, log_of
from stumper.people.matches.machine import ReadAhead
from stumper.people.matches.match import Asked, Room
from stumper.people.matches.moves import Move
from stumper.people.matches.points import scores
from stumper.people.matches.rooms import alive_at
from stumper.people.matches.state import State, words_at
from stumper.people.matches.watch_links import link_to_watch
from stumper.people.projects.members import remove_member
from stumper.people.projects.project import Project
from stumper.people.projects.uploads import upload_name
from stumper.store import Store, people_schema
from stumper.store.people_schema import sessions
from stumper.testing import ScriptedVictim
from stumper.types import Prediction, Query
from stumper.web import following, halls, listeners
from visiting import Site, house_over, serving


@dataclass(frozen=True)
class Table:
    """A match with a moderator and a player in each team, all of them at the website."""

    site: Site
    project: Project
    room: Room
    people: dict[str, Person]
    stack: ExitStack

    def code(self) -> str:
        """Of a link by which anybody watches."""
        return link_to_watch(self.site.house.store, self.project.id, self.room.id, self.site.house.clock())

    def join(self, name: str | None, site: Site | None = None, **options: object) -> Player:
        site = site or self.site
        code = "" if name else self.code()
        player = Player.at(site, self.room, self.people[name] if name else None, code, **options)
        self.stack.callback(player.close)
        return player


def table_at(site: Site, stack: ExitStack, packet: tuple[Asked, ...] = PACKET, **rules: object) -> Table:
    """With time to buzz and to answer for whoever sits at a busy machine, where ``rules`` do not say otherwise."""
    project = quiz(site)
    roles = {"Mo": "moderator", "Ada": "player", "Ben": "player", "Ann": "annotator"}
    people = {name: member(site, project, name, role) for name, role in roles.items()}
    unhurried = replace(QUICK, **({"silence": 60.0, "answer": 60.0} | rules))
    return Table(site, project, opened(site, project, people["Mo"], unhurried, packet), people, stack)


@pytest.fixture
def table(site: Site) -> Iterator[Table]:
    with ExitStack() as stack:
        yield table_at(site, stack)


def seated(table: Table) -> tuple[Player, Player, Player]:
    mo, ada, ben = (table.join(name) for name in ("Mo", "Ada", "Ben"))
    assert ada.move("sit", side="a") == ""
    assert ben.move("sit", side="b") == ""
    return mo, ada, ben


def test_everybody_hears_the_words_as_they_are_read_and_no_others(site: Site) -> None:
    with ExitStack() as stack:
        table = table_at(site, stack, silence=1.0)
        mo, ada, ben = seated(table)
        watching = table.join(None)
        assert mo.move("begin") == ""
        for player in (mo, ada, ben, watching):
            player.sees("over")
            heard, text = "", FIRST
            for message in player.said:
                if message["kind"] == "view" and message["phase"] == "reading":
                    heard = message["text"]
                elif message["kind"] == "words":
                    heard += message["more"]
                assert text.startswith(heard)
            assert heard == text
    steps = [message["words"] - message["after"] for message in ada.said if message["kind"] == "words"]
    assert sorted(steps)[len(steps) // 2] == 1  # one by one, but for a moment in which the machine was busy


def test_first_buzz_stops_the_reading_and_its_answer_counts(table: Table) -> None:
    mo, ada, ben = seated(table)
    mo.move("begin")
    ada.hears(2)
    assert ada.move("buzz", tossup=0) == ""
    assert ben.move("buzz", tossup=0) == "Somebody was faster."
    assert any(one.get("phase") == "answering" for one in ben.said)
    assert ada.move("answer", text="suleiman") == ""
    assert ada.move("answer", text="Suleiman I") == ""
    over = ada.said[-1] if ada.said[-1].get("phase") == "over" else ada.sees("over")
    assert {side["id"]: side["points"] for side in over["sides"]} in ({"a": 15, "b": 0}, {"a": 10, "b": 0})
    assert over["plays"][0]["answer"] == "Suleiman the Magnificent"
    assert over["plays"][0]["turns"][0]["said"] == ["suleiman", "Suleiman I"]
    assert over["plays"][0]["turns"][0]["delay"] is not None


def test_of_two_buzzes_within_five_milliseconds_one_is_taken(site: Site) -> None:
    packet = tuple(replace(PACKET[0], id=f"q{number}") for number in range(12))  # a busy machine may need some
    apart: list[float] = []
    with ExitStack() as stack:
        mo, ada, ben = seated(table_at(site, stack, packet))
        for tossup in range(len(packet)):
            mo.move("begin")
            for player in (ada, ben):
                player.hears(2)
            began = time.monotonic()
            keys = [player.send("buzz", tossup=tossup) for player in (ada, ben)]
            apart.append(time.monotonic() - began)
            answers = [player.answer(key) for player, key in zip((ada, ben), keys, strict=True)]
            assert sorted(answers) == ["", "Somebody was faster."]
            mo.move("skip")
            if tossup > 0 and min(apart) < 0.005:
                break
    assert min(apart) < 0.005


def test_nothing_that_is_told_to_anybody_holds_the_rest_or_the_answer_before_it_is_over(table: Table) -> None:
    mo, ada, ben = seated(table)
    watching = table.join(None)
    mo.move("begin")
    ada.hears(3)
    ada.move("buzz", tossup=0)
    mo.move("pause")
    polled = table.site.visit(table.people["Ben"]).get(f"/api/v1/projects/{table.project.id}/matches/{table.room.id}")
    page = table.site.visit(table.people["Mo"]).get(f"/projects/{table.project.id}/matches/{table.room.id}")
    seen = table.site.visit().get(f"/watch/{table.code()}")
    log = table.site.visit(table.people["Mo"]).get(f"/api/v1/projects/{table.project.id}/matches/{table.room.id}/log")
    assert (polled.status_code, page.status_code, seen.status_code, log.status_code) == (200, 200, 200, 409)
    for player in (mo, ada, ben):
        player.line.send('{"kind": "nonsense"}')
        player.until(lambda message: message["kind"] == "refused")
    told = [json.dumps(player.said) for player in (mo, ada, ben, watching)]
    for text in (*told, polled.text, page.text, seen.text, log.text):
        assert "Magnificent" not in text
        assert "Suleiman" not in text
        assert "sultan" not in text
        assert "planet" not in text


def test_what_has_ended_is_told_once_and_then_only_what_changes(table: Table) -> None:
    mo, ada, ben = seated(table)
    mo.move("begin")
    ada.hears(2)
    ada.move("buzz", tossup=0)
    ada.move("answer", text="Suleiman I")
    ben.sees("over")
    told = len(ben.told)
    mo.move("begin")
    ben.sees("reading")
    begun = ben.told[-1]
    assert (begun["kind"], [play["number"] for play in begun["plays"]]) == ("changed", [2])
    assert not [field for field in ("name", "mode", "sides", "of") if field in begun]
    mo.move("pause")
    ben.sees("paused")
    assert "Suleiman" not in json.dumps(ben.told[told:])
    anew = table.join("Ben")
    assert anew.hear() == {**ben.seen, "now": anew.seen["now"], "watching": anew.seen["watching"]}
    assert [play["number"] for play in anew.seen["plays"]] == [1, 2]


def decided_wrong(view: dict) -> bool:
    return [turn["right"] for play in view.get("plays", []) for turn in play["turns"]] == [False]


def test_late_ruling_on_an_earlier_question_reaches_everybody(table: Table) -> None:
    mo, ada, ben = seated(table)
    watching = table.join(None)
    mo.move("begin")
    ada.hears(2)
    ada.move("buzz", tossup=0)
    ada.move("answer", text="Suleiman I")
    mo.move("begin")
    mo.sees("reading")
    buzz = mo.seen["plays"][0]["turns"][0]["buzz"]
    assert mo.move("rule", buzz=buzz, right=False) == ""
    for player in (mo, ada, ben, watching):
        if not decided_wrong(player.seen):
            player.until(lambda message: message["kind"] == "view" and decided_wrong(message))
        ruled = next(one for one in reversed(player.told) if one["kind"] == "changed" and "sides" in one)
        assert [play["number"] for play in ruled["plays"]] == [1]
        assert len(player.seen["plays"]) == 2
        assert [side["points"] for side in player.seen["sides"]] == [-5, 0]


def test_name_that_was_learned_late_is_told_also_of_a_question_that_is_over(table: Table, monkeypatch) -> None:
    with monkeypatch.context() as while_it_is_slow:
        while_it_is_slow.setattr(halls, "names_of", lambda store, ids: {})
        mo, ada, _ = seated(table)
        mo.move("begin")
        ada.hears(2)
        ada.move("buzz", tossup=0)
        ada.move("answer", text="Suleiman I")
        mo.move("begin")
    mo.move("pause")
    assert mo.seen["plays"][0]["turns"][0]["name"] == "Ada"


@pytest.mark.parametrize("mode", ["teams", "alone", "machine"])
def test_who_watches_by_the_link_is_told_nobodys_id_and_yet_who_did_what(site: Site, mode: str) -> None:
    with ExitStack() as stack:
        table = table_at(site, stack, mode=mode, victim="scripted" if mode == "machine" else "")
        mo, ada, _ = seated(table)
        watching = table.join(None)
        mo.move("begin")
        ada.hears(2)
        ada.move("buzz", tossup=0)
        seen = watching.sees("answering")
        polled = site.visit().get(f"/api/v1/watch/{table.code()}")
        for text in (json.dumps(watching.told), polled.text):
            assert not [person for person in table.people.values() if person.id[:8] in text]
        [turn] = seen["plays"][0]["turns"]
        [side] = [side for side in seen["sides"] if side["id"] == turn["side"]]
        assert [seat["name"] for seat in side["seats"] if seat["person"] == turn["person"]] == ["Ada"]
        assert turn["person"] not in ("", "machine")


def test_whoever_reads_the_store_makes_no_link_to_watch_by(table: Table) -> None:
    """Such as the one that its rooms had once, signed by the server's secret, which the store holds."""
    store, room, eve = table.site.house.store, table.room.id, table.site.visit()
    assert eve.get(f"/watch/{table.code()}").status_code == 200
    secret = server_secret(store).encode()
    guesses = [f"{room}-{hmac.digest(secret, f'watch {room}'.encode(), 'sha256').hex()[:24]}"]
    with store.engine.connect() as connection:
        guesses += connection.scalars(select(people_schema.watch_links.c.hash))
    for guess in guesses:
        for path in ("/watch", "/api/v1/watch"):
            assert eve.get(f"{path}/{guess}").status_code == 404


def test_whoever_watches_by_a_link_that_has_ended_is_shown_out(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "PINGS", 0.05)
    watching = table.join(None)
    watching.until(lambda message: message["kind"] == "view")
    close_everybodys_sessions(table.site.house.store)
    with pytest.raises(ConnectionClosed) as closed:
        watching.until(lambda message: False)
    assert closed.value.rcvd.code == following.GONE


def test_those_who_watch_are_counted_as_they_come_and_go(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "PINGS", 3600.0)  # by which it is not noticed who went
    mo, *_ = seated(table)
    counts = [lambda message, n=n: message.get("watching") == n for n in range(5)]
    mo.until(counts[1])  # the moderator
    watching = [table.join(None) for _ in range(2)]
    again = table.join("Mo")  # in another window
    mo.until(counts[3])
    for player in (*watching, again):
        player.close()
    mo.until(counts[1])


def test_what_a_refused_move_came_upon_is_told_to_everybody(table: Table) -> None:
    mo, ada, _ = seated(table)
    mo.move("begin")
    ada.hears(3)
    hall = table.site.house.halls.followed(table.project.id, table.room.id)
    elsewhere = Log(table.site.house.store, table.room)  # another server, which is a moment earlier
    with hall.log._lock:
        elsewhere.catch_up()
        elsewhere.play(Move("buzz", "there", tossup=0), table.people["Ben"].id, None, table.site.house.clock)
        hall.log.catch_up()  # as a move does that is then refused
    assert mo.sees("answering")


def test_moderator_who_plays_leaves_rulings_to_one_who_does_not_while_that_one_is_there(table: Table) -> None:
    table.people["Max"] = member(table.site, table.project, "Max", "moderator")
    mo, ada, max_ = table.join("Mo"), table.join("Ada"), table.join("Max")
    assert max_.move("sit", side="a") == ""
    assert ada.move("sit", side="b") == ""
    mo.move("begin")
    max_.hears(2)
    max_.move("buzz", tossup=0)
    max_.move("answer", text="Mehmed")
    buzz = max_.seen["plays"][0]["turns"][0]["buzz"]
    assert "Leave the decision to the moderator" in max_.move("rule", buzz=buzz, right=True)
    assert mo.move("skip", tossup=0) == ""
    assert mo.move("sit", side="b") == ""
    assert "your own side" in max_.move("rule", buzz=buzz, right=True)
    mo.move("leave")
    max_.until(lambda message: message.get("watching") == 1)
    mo.close()
    max_.until(lambda message: message.get("watching") == 0)
    assert max_.move("rule", buzz=buzz, right=True) == ""  # in practice one may be alone


def test_moderator_who_asks_again_instead_of_listening_is_there_as_long_as_they_ask(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.people["Max"] = member(table.site, table.project, "Max", "moderator")
    mo, max_ = table.site.visit(table.people["Mo"]), table.join("Max")
    path = f"/api/v1/projects/{table.project.id}/matches/{table.room.id}"
    assert max_.move("sit", side="a") == ""
    assert max_.move("begin") == ""
    max_.hears(2)
    max_.move("buzz", tossup=0)
    max_.move("answer", text="Mehmed")
    buzz = max_.seen["plays"][0]["turns"][0]["buzz"]
    assert mo.get(path).status_code == 200
    assert "Leave the decision to the moderator" in max_.move("rule", buzz=buzz, right=True)
    monkeypatch.setattr(halls, "LINGERS", 0.05)
    time.sleep(0.1)
    assert max_.move("rule", buzz=buzz, right=True) == ""
    assert mo.call("POST", f"{path}/rulings", {"kind": "rule", "buzz": buzz, "right": False, "key": "1"}).is_success


def test_who_has_logged_out_makes_no_move_over_an_open_line(table: Table) -> None:
    ada = table.join("Ada")
    assert ada.move("sit", side="a") == ""
    with table.site.house.store.engine.begin() as connection:
        connection.execute(delete(sessions).where(sessions.c.person_id == table.people["Ada"].id))
    assert ada.move("leave") != ""


def test_one_person_follows_a_match_by_a_few_lines_at_most(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "MOST_LINES", 2)
    monkeypatch.setattr(halls, "MOST_AT_AN_ADDRESS", 1)
    for name in ("Ada", "Ada", None):
        table.join(name)
    for name in ("Ada", None):
        with pytest.raises(InvalidStatus) as met:
            table.join(name)
        assert met.value.response.status_code == 429
    assert table.join("Ben")


def test_machine_plays_and_shows_its_guesses_when_all_is_over(tmp_path) -> None:
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(f"sqlite:///{tmp_path / 'web.db'}"))
        site = stack.enter_context(serving(house_over(store, ScriptedVictim(listens))))
        table = table_at(site, stack, mode="machine", victim="scripted")
        mo, ada = table.join("Mo"), table.join("Ada")
        ada.move("sit")
        mo.move("begin")
        over = ada.sees("over")
        [play] = over["plays"]
        assert [turn["person"] for turn in play["turns"]] == ["machine"]
        assert play["turns"][0]["words"] == play["machine_words"] == 6
        assert play["guesses"][0] == {"answer": "Suleiman I", "probability": pytest.approx(0.9)}
        assert {side["id"]: side["points"] for side in over["sides"]} == {"people": 0, "machine": 10}
        before = [message for message in ada.said if message.get("phase") in ("reading", "answering")]
        assert before
        assert all("Selim" not in json.dumps(message) for message in before)


def test_play_goes_on_where_the_machine_fails_and_its_words_are_kept_from_players(tmp_path, caplog) -> None:
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(f"sqlite:///{tmp_path / 'web.db'}"))
        broken = ScriptedVictim(listens, fault="raises")  # which says the text that it was asked about
        site = stack.enter_context(serving(house_over(store, broken)))
        table = table_at(site, stack, mode="machine", victim="scripted")
        mo, ada = table.join("Mo"), table.join("Ada")
        ada.move("sit")
        mo.move("begin")
        ada.hears(3)
        ada.move("buzz", tossup=0)
        ada.move("answer", text="Suleiman I")
        over = ada.said[-1] if ada.said[-1].get("phase") == "over" else ada.sees("over")
        assert over["plays"][0]["machine_out"]
        assert "Magnificent" not in json.dumps([one for one in ada.said if one.get("phase") != "over"])
        assert over["plays"][0]["fault"] == ""
        assert mo.sees("over")["plays"][0]["fault"]
    assert "question 1" in caplog.text


def test_match_that_waits_for_its_players_asks_the_store_no_oftener_than_any_other(site: Site, monkeypatch) -> None:
    goes_on, asked = Log.go_on, list[float]()

    def counted(log: Log, *about: object) -> State:
        asked.append(time.monotonic())
        return goes_on(log, *about)

    monkeypatch.setattr(halls, "LINGERS", 0.5)
    monkeypatch.setattr(Log, "go_on", counted)
    with ExitStack() as stack:
        table = table_at(site, stack, automatic=True, rest=3.0)
        watching, mo = table.join(None), table.join("Mo")
        mo.move("begin")
        mo.move("skip")
        mo.close()
        watching.sees("over")
        time.sleep(3.5)  # by then the next question was due, and nobody is there for it
        asked.clear()
        began = time.monotonic()
        time.sleep(1.0)
        assert len(log_of(site.house.store, table.project.id, table.room.id).state.plays) == 1
        assert len(asked) < 4 * (time.monotonic() - began + halls.LOOKS) / halls.LOOKS


def test_question_is_read_on_and_answered_while_the_machine_hangs(tmp_path, monkeypatch) -> None:
    let_go = Event()

    def hangs(query: Query) -> Prediction:
        let_go.wait(30)
        return Prediction((), None)

    monkeypatch.setattr(halls, "ReadAhead", partial(ReadAhead, patience=0.5))
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(f"sqlite:///{tmp_path / 'web.db'}"))
        site = stack.enter_context(serving(house_over(store, ScriptedVictim(hangs))))
        stack.callback(let_go.set)
        table = table_at(site, stack, mode="machine", victim="scripted", speed=3.0)
        mo, ada = table.join("Mo"), table.join("Ada")
        ada.move("sit")
        mo.move("begin")
        out = ada.until(
            lambda message: message["kind"] == "view" and any(one["machine_out"] for one in message["plays"])
        )
        assert out["phase"] == "reading"
        ada.until(lambda message: message["kind"] == "words" and message["words"] > out["words"])
        assert ada.move("buzz", tossup=0) == ""
        assert ada.move("answer", text="Suleiman I") == ""
        assert mo.sees("over")["plays"][0]["turns"][0]["right"]


def test_who_lost_their_line_in_the_middle_comes_back_to_the_same_words_and_turn(table: Table) -> None:
    mo, ada, ben = seated(table)
    mo.move("begin")
    ada.hears(3)
    ada.move("buzz", tossup=0)
    ada.close()
    again = table.join("Ada")
    view = again.hear()
    assert (view["phase"], view["words"]) == ("answering", view["plays"][0]["turns"][0]["words"])
    assert FIRST.startswith(view["text"])
    assert again.move("answer", text="Suleiman I") == ""
    assert ben.sees("over")


@pytest.fixture
def comes_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the server or the store was away people have little time to come back."""
    monkeypatch.setattr(due, "COMING_BACK", 3.0)
    monkeypatch.setattr(due, "LEAD", 0.5)


@pytest.mark.usefixtures("comes_back_at_once")
def test_server_that_is_restarted_in_the_middle_of_a_question_goes_on_with_it(tmp_path) -> None:
    url = f"sqlite:///{tmp_path / 'web.db'}"
    with ExitStack() as stack:
        with Store.open(url) as store, serving(house_over(store)) as site, ExitStack() as inner:
            table = table_at(site, inner, speed=1.5)
            mo, ada, _ = seated(table)
            mo.move("begin")
            heard = ada.hears(2)["words"]
        store = stack.enter_context(Store.open(url))
        while site.house.clock() <= alive_at(store, table.room.id) + AWAY:
            time.sleep(0.05)
        site = stack.enter_context(serving(house_over(store)))
        again = Table(site, table.project, table.room, table.people, stack)
        ada, ben = again.join("Ada"), again.join("Ben")
        view = ada.hear()
        assert (view["phase"], view["why"]) == ("paused", "server")
        assert heard <= view["words"] <= heard + 7
        assert ada.sees("reading")["words"] == view["words"]
        more = ada.until(lambda message: message.get("words", 0) > view["words"])
        assert more["words"] == view["words"] + 1
        assert ben.move("buzz", tossup=0) == ""


def test_no_word_is_told_of_which_the_store_would_not_know_after_a_crash(table: Table, monkeypatch) -> None:
    signs, is_slow = halls.keep_alive, Event()

    def slowly(store: Store, room_id: str, until: float) -> None:
        if is_slow.is_set():
            time.sleep(1.0)
        signs(store, room_id, until)

    monkeypatch.setattr(halls, "keep_alive", slowly)
    mo, ada, _ = seated(table)
    mo.move("begin")
    ada.hears(2)
    is_slow.set()
    state = log_of(table.site.house.store, table.project.id, table.room.id).state
    told = 0
    while told < 6:
        told = ada.until(lambda message: message["kind"] == "words")["words"]
        known = alive_at(table.site.house.store, table.room.id)
        assert told <= words_at(table.room.match, state, known)


@pytest.mark.usefixtures("comes_back_at_once")
def test_match_stands_still_while_the_store_is_away_and_goes_on_when_it_is_back(table: Table, monkeypatch) -> None:
    monkeypatch.setattr(halls, "STALLED", 1.0)
    goes_on, is_away = Log.go_on, Event()

    def away(log: Log, clock: Callable[[], float], attended: bool) -> State:
        if is_away.is_set():
            raise BadStore("The store is away.")
        return goes_on(log, clock, attended)

    monkeypatch.setattr(Log, "go_on", away)
    mo, ada, _ = seated(table)
    mo.move("begin")
    ada.hears(3)
    is_away.set()
    time.sleep(3.0)
    is_away.clear()
    paused = ada.sees("paused")
    assert paused["why"] == "server"
    assert max(message.get("words", 0) for message in ada.said) < len(FIRST.split())
    assert ada.sees("reading")["words"] == paused["words"]


@pytest.mark.parametrize("turns", range(4))
def test_server_ends_at_whatever_moment_a_match_has_news(table: Table, monkeypatch, turns: int) -> None:
    """What waits for news with a limit is told to end, so many turns of the loop after the news."""
    monkeypatch.setattr(halls.Hall, "_until_next_word", lambda *_: 60.0)

    async def ends() -> None:
        followed = halls.Halls()
        hall = await followed.hall(table.site.house, table.room.id)
        await asyncio.sleep(0.05)
        hall._news.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await followed.close()

    asyncio.run(ends())


def test_match_is_followed_below_a_path_of_a_proxy(tmp_path: Path) -> None:
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(f"sqlite:///{tmp_path / 'web.db'}"))
        site = stack.enter_context(serving(house_over(store, root_path="/stumper")))
        mo, ada, _ = seated(table_at(site, stack))
        assert mo.move("begin") == ""
        ada.sees("reading")


def test_two_servers_tell_one_match(database: str) -> None:
    with ExitStack() as stack:
        sites = [stack.enter_context(serving(house_over(stack.enter_context(Store.open(database))))) for _ in range(2)]
        table = table_at(sites[0], stack)
        mo, ada = table.join("Mo"), table.join("Ada")
        ben = table.join("Ben", sites[1])
        ada.move("sit", side="a")
        ben.move("sit", side="b")
        mo.move("begin")
        ben.hears(3)
        assert ben.move("buzz", tossup=0) == ""
        assert ada.sees("answering")["plays"][0]["turns"][0]["name"] == "Ben"
        assert ada.move("buzz", tossup=0) == "Somebody was faster."


NEARLY = 5.0  # seconds: a busy machine may take some, and either clock is wrong by more


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_two_servers_whose_clocks_differ_by_fourteen_seconds_tell_one_match(database: str) -> None:
    with ExitStack() as stack:
        clocks = [lambda skew=skew: time.time() + skew for skew in (7.0, -7.0)]
        stores = [stack.enter_context(Store.open(database)) for _ in clocks]
        houses = [house_over(store, clock=clock) for store, clock in zip(stores, clocks, strict=True)]
        sites = [stack.enter_context(serving(house)) for house in houses]
        table = table_at(sites[0], stack)
        mo, ada, ben = table.join("Mo"), table.join("Ada"), table.join("Ben", sites[1])
        assert [player.move("sit", side=side) for player, side in ((ada, "a"), (ben, "b"))] == ["", ""]
        for tossup, answerer in enumerate(("Suleiman I", "Mercury")):
            assert mo.move("begin") == ""
            for player in (ada, ben):
                player.hears(4)
            keys = [player.send("buzz", tossup=tossup) for player in (ada, ben)]
            said = [player.answer(key) for player, key in zip((ada, ben), keys, strict=True)]
            assert sorted(said) == ["", "Somebody was faster."]
            assert (ada, ben)[said.index("")].move("answer", text=answerer) == ""
            for player in (mo, ada, ben):
                if player.seen["phase"] != "over":
                    player.sees("over")
        assert len({json.dumps({**one.seen, "now": 0, "watching": 0, "sides": 0}) for one in (ada, ben)}) == 1
        words = [{one["words"]: one["now"] for one in player.told if one["kind"] == "words"} for player in (ada, ben)]
        assert max(abs(words[0][n] - words[1][n]) for n in words[0].keys() & words[1].keys()) < NEARLY
        log = log_of(stores[0], table.project.id, table.room.id)
        assert [one.at for one in log.events] == sorted(one.at for one in log.events)
        assert abs(log.events[-1].at - time.time()) < NEARLY
        assert not [one for one in log.events if isinstance(one.event, Paused)]
        assert sum(scores(log.room.match, log.state).values()) in (20, 25)


@pytest.mark.parametrize("jump", [86_400.0, -86_400.0])
def test_match_goes_on_when_the_clock_is_set_by_a_day_in_the_middle_of_a_question(tmp_path: Path, jump: float) -> None:
    moved = [0.0]
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(f"sqlite:///{tmp_path / 'web.db'}"))
        house = house_over(store, clock=lambda: time.time() + moved[0])
        site = stack.enter_context(serving(house))
        mo, ada, ben = seated(table := table_at(site, stack))
        assert mo.move("begin") == ""
        for player in (ada, ben):
            player.hears(3)
        moved[0] = jump
        ada.hears(6)
        assert ada.move("buzz", tossup=0) == ""
        assert ada.move("answer", text="Suleiman I") == ""
        over = ada.seen if ada.seen["phase"] == "over" else ada.sees("over")
        assert over["plays"][0]["turns"][0]["right"]
        log = log_of(store, table.project.id, table.room.id)
        assert not [one for one in log.events if isinstance(one.event, Paused)]
        assert log.events[-1].at - log.events[0].at < 60


def test_match_goes_on_at_a_server_that_starts_after_the_clock_was_set_back_by_a_day(tmp_path: Path) -> None:
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(f"sqlite:///{tmp_path / 'web.db'}"))
        with serving(house_over(store)) as before, ExitStack() as followed:
            table = table_at(before, followed)
            mo, ada, _ = seated(table)
            assert mo.move("begin") == ""
            ada.hears(3)
        after = stack.enter_context(serving(house_over(store, clock=lambda: time.time() - 86_400.0)))
        ada = replace(table, stack=stack).join("Ada", after)
        ada.until(lambda message: message.get("words", 0) >= 6)
        assert ada.move("buzz", tossup=0) == ""
        assert ada.move("answer", text="Suleiman I") == ""
        over = ada.seen if ada.seen["phase"] == "over" else ada.sees("over")
        assert over["plays"][0]["turns"][0]["right"]


@pytest.mark.parametrize(("who", "status"), [("Eve", 404), (None, 401)])
def test_socket_is_closed_to_who_may_not_before_it_opens(table: Table, who: str | None, status: int, caplog) -> None:
    person = table.site.person(who) if who else None
    with pytest.raises(InvalidStatus) as met:
        Player.at(table.site, table.room, person)
    assert met.value.response.status_code == status
    assert b"sentence" in met.value.response.body
    assert table.site.visit().get("/help").status_code == 200  # by when all that comes of it is logged
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_socket_of_another_sites_page_and_of_a_forged_link_is_refused(table: Table) -> None:
    with pytest.raises(InvalidStatus):
        table.join("Ada", Origin="http://elsewhere.example")
    for code in (f"{table.room.id}-{'0' * 24}", table.room.id, "x"):
        with pytest.raises(InvalidStatus) as met:
            Player.at(table.site, table.room, None, code)
        assert met.value.response.status_code == 404


def test_roles_hold_at_the_socket_for_each_move(table: Table) -> None:
    ada, ann, watching = table.join("Ada"), table.join("Ann"), table.join(None)
    assert "other roles" in ada.move("begin")
    assert "other roles" in ada.move("rule", buzz=1, right=True)
    assert "other roles" in ann.move("sit", side="a")
    for nonsense in ("{", "[" * 9_000, '{"kind": "fly", "key": "k"}', '{"kind": "pong", "id": []}', b"\0"):
        ada.line.send(nonsense)
        assert "Reload" in ada.until(lambda message: message["kind"] == "refused")["sentence"]
    watching.send("sit", side="a")
    with pytest.raises(ConnectionClosed) as met:
        watching.until(lambda message: False)
    assert "by a link" in met.value.rcvd.reason
    remove_member(table.site.house.store, table.project.id, table.people["Ada"].id)
    assert ada.move("sit", side="a") != ""


def test_who_cannot_keep_up_is_told_to_come_anew_and_keeps_nobody_waiting() -> None:
    slow = listeners.Listener("ada", False)
    for number in range(2 * listeners.MOST_WAITING):
        slow.tell(str(number))
    waiting = [slow.queue.get_nowait() for _ in range(slow.queue.qsize())]
    assert waiting == [*map(str, range(listeners.MOST_WAITING - 1)), None]


def test_who_is_removed_while_they_listen_is_shown_out(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "PINGS", 0.05)
    monkeypatch.setattr(following, "LOOKS", 2)
    ada = table.join("Ada")
    remove_member(table.site.house.store, table.project.id, table.people["Ada"].id)
    with pytest.raises(ConnectionClosed):
        ada.until(lambda message: False)


def test_match_can_be_played_without_a_websocket(table: Table) -> None:
    path = f"/api/v1/projects/{table.project.id}/matches/{table.room.id}"
    mo, ada = (table.site.visit(table.people[name]) for name in ("Mo", "Ada"))
    assert ada.call("POST", f"{path}/moves", {"kind": "sit", "side": "a", "key": "1"}).status_code == 200
    assert mo.call("POST", f"{path}/rulings", {"kind": "begin", "tossup": 0, "key": "2"}).json()["phase"] == "reading"
    while ada.get(path).json()["words"] < 3:
        time.sleep(0.05)
    assert ada.call("POST", f"{path}/moves", {"kind": "buzz", "tossup": 0, "key": "3"}).json()["phase"] == "answering"
    buzz = ada.get(path).json()["plays"][0]["turns"][0]["buzz"]
    said = {"kind": "answer", "text": "Suleiman I", "buzz": buzz, "said": 0, "key": "4"}
    answered = ada.call("POST", f"{path}/moves", said)
    assert answered.json()["phase"] == "over"
    refused = ada.call("POST", f"{path}/moves", {"kind": "buzz", "tossup": 0, "key": "5"})
    assert (refused.status_code, refused.json()["kind"]) == (409, "refused")


def test_who_asks_again_is_told_of_questions_that_are_over_only_once_something_happened(table: Table) -> None:
    path = f"/api/v1/projects/{table.project.id}/matches/{table.room.id}"
    mo, *_ = seated(table)
    mo.move("begin")
    mo.move("skip")
    mo.move("begin")
    asking = table.site.visit(table.people["Ada"])
    whole = asking.get(path).json()
    for read in (path, f"/api/v1/watch/{table.code()}"):
        told = {since: asking.get(f"{read}?since={since}").json() for since in (whole["number"], whole["number"] - 1)}
        assert [play["number"] for play in told[whole["number"]]["plays"]] == [2]
        assert [play["number"] for play in told[whole["number"] - 1]["plays"]] == [1, 2]
        assert {*told[whole["number"]]} == {*whole}


@pytest.mark.parametrize(
    ("path", "move", "missing"),
    [
        ("moves", {"kind": "buzz"}, "tossup"),
        ("moves", {"kind": "answer", "text": "x", "said": 0}, "buzz"),
        ("moves", {"kind": "answer", "text": "x", "buzz": 4}, "said"),
        ("rulings", {"kind": "begin"}, "tossup"),
        ("rulings", {"kind": "rule", "buzz": 4}, "right"),
        ("rulings", {"kind": "finish", "tossup": 3}, "tossup"),
    ],
)
def test_move_without_what_it_needs_is_refused_with_what_that_is(table: Table, path, move, missing) -> None:
    at = f"/api/v1/projects/{table.project.id}/matches/{table.room.id}/{path}"
    mo = table.site.visit(table.people["Mo"])
    answered = mo.call("POST", at, {**move, "key": "1"})
    assert (answered.status_code, answered.json()["kind"]) == (422, "bad-option")
    assert f"{move['kind']}.{missing}: " in answered.json()["sentence"]
    player = table.join("Mo")
    player.line.send(json.dumps({**move, "key": "2"}))
    assert f"{move['kind']}.{missing}: " in player.until(lambda message: message["kind"] == "refused")["sentence"]


def test_match_is_opened_on_its_page_and_over_the_api_and_its_log_can_be_had_when_it_is_over(site: Site) -> None:
    project = quiz(site)
    mo, api = member(site, project, "Mo", "moderator"), f"/api/v1/projects/{project.id}/matches"
    visit = site.visit(mo)
    fields = {"name": "Final", "mode": "teams", "team_a": "Reds", "team_b": "Blues", "source": "data", "tossups": "2",
              "seed": "1", "speed": "2.5", "answer": "8", "silence": "5", "rest": "8", "power": "1"}  # fmt: skip
    made = visit.submit(f"/projects/{project.id}/matches", **fields)
    assert made.status_code == 303, made.text
    assert visit.get(made.headers["location"]).status_code == 200
    wrong = visit.submit(f"/projects/{project.id}/matches", **{**fields, "speed": "fast"})
    assert (wrong.status_code, "must be a number" in wrong.text) == (422, True)
    other = visit.call("POST", api, {"name": "Second", "mode": "alone", "tossups": 1})
    assert other.status_code == 201, other.text
    assert [one["name"] for one in visit.get(api).json()] == ["Second", "Final"]
    at = f"{api}/{other.json()['id']}"
    assert visit.get(f"{at}/log").status_code == 409
    assert visit.call("POST", f"{at}/rulings", {"kind": "finish", "key": "1"}).status_code == 200
    assert json.loads(visit.get(f"{at}/log").text.splitlines()[0])["kind"] == "match"
    assert visit.get(f"{at}/buzzes").text == ""


def test_a_packet_that_is_refused_leaves_nothing(site: Site) -> None:
    project = quiz(site)
    moderator = member(site, project, "Mo", "moderator")
    visit = site.visit(moderator)
    fields = {"name": "Final", "mode": "alone", "source": "upload", "tossups": "2", "seed": "1", "speed": "2.5",
              "answer": "8", "silence": "5", "rest": "8"}  # fmt: skip
    file = ("round.jsonl", b"nonsense", "application/json")
    said = visit.submit(f"/projects/{project.id}/matches", files={"file": file}, **fields)
    assert (said.status_code, "round.jsonl" in said.text) == (422, True)
    with pytest.raises(NotThere):
        upload_name(site.house.store, bytes_fingerprint(b"nonsense"), project.id, moderator.id)


def test_players_are_invited_by_the_moderator(table: Table) -> None:
    page = table.site.visit(table.people["Mo"]).submit(f"/projects/{table.project.id}/matches/links")
    assert "/join/" in page.text


def test_project_page_leads_players_to_matches_until_they_are_over(table: Table) -> None:
    ada, mo = (table.site.visit(table.people[name]) for name in ("Ada", "Mo"))
    path = f"/projects/{table.project.id}/matches/{table.room.id}"
    assert path in ada.get(f"/projects/{table.project.id}").text
    mo.call("POST", f"/api/v1{path}/rulings", {"kind": "finish", "key": "1"})
    assert path not in ada.get(f"/projects/{table.project.id}").text
    assert path in ada.get(f"/projects/{table.project.id}/matches").text
