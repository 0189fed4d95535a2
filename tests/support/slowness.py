"""What takes long runs where STUMPER_REQUIRE names "slow"; elsewhere some tests of each long family do.

Of a campaign, which is a family so long that not even that run holds it, all cases run where it names "campaigns".

A family is a test with all its cases, those that begin alike, or a whole file. Which of its cases stay in the default
run is drawn by the family's name, so that every run on every machine has the same ones, from those that are quick; only
where these are too few do others stay, the quickest first. A family that keeps none names another test that holds a
small part of what it does. ``seconds.tsv`` has the seconds of a core of each test that takes over 0.15 of them, and
a test of no family that stands there is one by itself (benchmarks/test_times.py).
"""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from random import Random

import pytest


@dataclass(frozen=True)
class Long:
    """Why a family takes long, and how many of its cases stay in the default run; or what stays there for it.

    ``most``: how many, drawn by the family's name, run where what is slow does; None: all, as it is no campaign.
    """

    why: str
    kept: int = 0
    instead: str = ""
    most: int | None = None


KILLS = "commands are killed and given again"
CHILDREN = "each case is a command in processes of its own"
WORKERS = "each case starts workers"
PAGES = "every page is opened in a browser"
BROWSER = "each case is a journey in a browser"
EVERY_SYSTEM = "every embedded system answers"
ON_POSTGRESQL = "[postgresql"  # the family of what is done on PostgreSQL, as on SQLite
FAMILIES = {
    ON_POSTGRESQL: Long("what holds on SQLite is tried on PostgreSQL, too", 40),
    "tests/test_hostile.py::test_a_run_that_meets_this_ends_as_it_must": Long("some 290 ways", 2, most=100),
    "tests/test_hostile.py::test_a_run_of_two_workers_that_meets_this_ends_as_it_must": Long(
        "some 290 ways, each with workers", 2, most=40
    ),
    "tests/cli/test_killed.py": Long(KILLS, 0, "tests/cli/test_interrupted.py", most=1),
    "tests/cli/test_interrupted.py::test_killed_again_and_again_it_ends_like_an_uninterrupted_one": Long(KILLS, 1),
    "tests/cli/test_interrupted.py::test_ctrl_c_with_workers_ends_quietly_and_soon_and_can_go_on": Long(
        KILLS, 0, "tests/cli/test_interrupted.py::test_ctrl_c_is_exit_code_130_and_a_sentence"
    ),
    "tests/cli/test_interrupted.py::test_what_workers_have_asked_in_an_unfinished_chunk_is_kept": Long(
        KILLS, 0, "tests/cli/test_interrupted.py::test_killed_again_and_again_it_ends_like_an_uninterrupted_one", most=1
    ),
    "tests/retrieval/test_resuming.py::test_build_that_is_killed_goes_on_where_it_stood": Long(KILLS, 2),
    "tests/cli/test_clock_set.py::test_rows_and_file_are_those_of_a_run_whose_clock_was_left_alone": Long(
        CHILDREN, 0, "tests/people/test_clock_set.py", most=1
    ),
    "tests/cli/test_watched.py::test_a_command_does_not_wait_for_a_copy_that_its_victim_leaves_running": Long(
        CHILDREN, 1, most=3
    ),
    "tests/cli/test_watched.py::test_a_victim_that_ends_its_process_passes_no_gate": Long(CHILDREN, 1),
    "tests/cli/test_watched.py::test_what_happens_beside_or_after_the_work_changes_nothing": Long(CHILDREN, 1),
    "tests/cli/test_watched.py::test_a_command_whose_standard_streams_are_closed_does_its_work": Long(CHILDREN, 1),
    "tests/cli/test_watched.py::test_an_interrupt_is_heard_once_and_ends_the_command_quietly": Long(CHILDREN, 1),
    "tests/cli/test_watched.py::test_json_is_one_document_whatever_a_system_writes": Long(CHILDREN, 1),
    "tests/cli/test_watched.py::test_nothing_outlives_a_parent_that_is_killed": Long(CHILDREN, 1),
    "tests/cli/test_watched.py": Long(CHILDREN, 3),
    "tests/runs/test_sharing.py::test_two_processes_ask_for_nothing_twice_and_end_alike": Long(CHILDREN, 1, most=3),
    "tests/runs/test_sharing.py::test_of_two_drivers_with_an_executor_one_is_killed_and_the_other_ends_like_one": Long(
        CHILDREN, 0, "tests/runs/test_sharing.py::test_two_processes_ask_for_nothing_twice_and_end_alike", most=1
    ),
    "tests/runs/test_streams.py::test_a_stream_that_breaks_its_contract_ends_the_run": Long(WORKERS, 3),
    "tests/runs/test_streams.py::test_only_what_a_stream_has_no_answer_to_is_an_error": Long(WORKERS, 1),
    "tests/runs/test_streams.py::test_a_batch_that_hangs_is_an_error_of_its_examples_and_the_run_goes_on": Long(
        WORKERS, 1
    ),
    "tests/runs/test_streams.py::test_what_makes_it_useless_to_go_on_ends_the_run_at_once": Long(WORKERS, 1),
    "tests/runs/test_again.py::test_a_run_that_goes_on_asks_again_for_what_is_recorded[2": Long(
        WORKERS, 0, "tests/runs/test_again.py::test_a_run_that_goes_on_asks_again_for_what_is_recorded"
    ),
    "tests/runs/test_again.py::test_a_function_that_has_become_another_gets_no_figure_of_what_is_recorded": Long(
        WORKERS, 1
    ),
    "tests/runs/test_workers.py::test_a_worker_killed_at_any_moment_of_its_start_is_a_failure_and_no_hanging": Long(
        WORKERS, 2
    ),
    "tests/store/test_upgrades.py::test_an_upgrade_that_is_killed_is_taken_back_whole_and_done_at_the_next_start": Long(
        "processes are killed", 3
    ),
    "tests/adversaries/test_invariants.py::"
    "test_hard_text_is_left_alone_or_changed_validly[ten thousand words-edit-combined": Long(
        "every edit on a text of ten thousand words", 0, "tests/adversaries/test_edits_structure.py", most=0
    ),
    "tests/adversaries/test_invariants.py::test_hard_text_is_left_alone_or_changed_validly[ten thousand words": Long(
        "every attack on texts of ten thousand words", 10
    ),
    "tests/adversaries/test_invariants.py::"
    "test_whatever_the_text_the_answers_stay_and_the_edits_lead_to_the_new_one": Long(
        "every attack on drawn texts", 10
    ),
    "tests/victims/test_embedded.py::test_prediction_does_not_depend_on_padding": Long(
        "many predictions", 0, "tests/victims/test_systems.py"
    ),
    "tests/test_journey.py": Long("every command after the other", 0, "tests/test_docs.py::test_code_on_a_page_runs"),
    "tests/test_fourth_task.py::test_a_task_that_cannot_be_used_is_named": Long(CHILDREN, 1),
    "tests/test_fourth_task.py::test_its_examples_stand_in_the_page_before_and_after_from_a_file_too": Long(
        CHILDREN, 0, "tests/test_fourth_task.py::test_its_report_says_what_the_attack_leaves_in_every_form"
    ),
    "tests/test_fourth_task.py::test_its_runs_stand_beside_those_of_others_in_one_report": Long(
        CHILDREN, 0, "tests/test_fourth_task.py::test_its_report_says_what_the_attack_leaves_in_every_form"
    ),
    "tests/test_fourth_task.py::test_answers_that_were_read_by_other_code_of_the_task_are_not_used": Long(
        CHILDREN, 0, "tests/test_fourth_task.py::test_it_is_predicted_and_the_file_answers_again"
    ),
    "tests/adversaries/test_add_sent.py::test_sentences_are_the_same_alone_in_batches_and_by_several_processes": Long(
        CHILDREN, 0, "tests/adversaries/test_add_sent.py"
    ),
    "tests/adversaries/test_sears.py::test_the_same_seed_gives_the_same_bytes_in_every_process": Long(
        CHILDREN, 0, "tests/adversaries/test_sears.py"
    ),
    "tests/victims/guessing/test_kept.py::test_two_processes_build_one_index_at_once": Long(
        CHILDREN, 0, "tests/victims/guessing/test_kept.py"
    ),
    "tests/victims/test_embedded.py::test_prediction_is_the_same_alone_and_in_a_batch_of_sixteen": Long(
        "every bundled question twice", 0, "tests/victims/test_systems.py"
    ),
    "tests/test_additions.py::test_an_addition_that_cannot_be_used_is_named": Long(CHILDREN, 1),
    "tests/test_testing.py::test_a_system_is_the_same_each_time_that_it_is_loaded": Long(CHILDREN, 1),
    "tests/models/test_gradients.py::test_gradient_agrees_with_differences_along_random_directions": Long(
        "hundreds of predictions", 2
    ),
    "tests/victims/test_keys_in_addresses.py::test_no_command_writes_or_says_a_password_or_a_key": Long(
        "every command for every kind of address", 3
    ),
    "tests/victims/test_openai.py::test_the_embedded_reader_behind_a_socket_answers_as_it_does_here": Long(
        "every bundled question twice",
        0,
        "tests/victims/test_http.py::test_the_embedded_systems_behind_a_socket_answer_as_they_do_here",
    ),
    "tests/test_mutated_files.py": Long("a hundred files, each changed", 0, "tests/test_file_bytes.py"),
    "tests/datasets/test_packets.py::test_every_line_of_real_packets_accepts_the_name_of_its_class": Long(
        "30,000 answer lines", 0, "tests/datasets/test_answer_classes.py"
    ),
    "tests/datasets/test_packets.py::test_real_packets_read_whole": Long(
        "30,000 tossups", 0, "tests/datasets/test_packets.py"
    ),
    "tests/reports/test_browser.py::test_five_thousand_examples_turn_over_at_once": Long(
        "a report of 5,000 examples", 0, "tests/reports/test_browser.py"
    ),
    "tests/models/test_augmented_training.py::test_tiny_run_ends_with_the_table_and_repeats_it_without_training": Long(
        "a model is trained twice", 0, "tests/models/test_augmented_training.py"
    ),
    "tests/web/test_killed.py": Long("servers are killed under people at work", 0, "tests/web/test_two_servers.py"),
    "tests/web/test_killed.py::test_people_go_on_with_all_they_had_after_their_server_was_killed": Long(
        "servers are killed under people at work", 0, "tests/web/test_two_servers.py", most=1
    ),
    "tests/web/test_accessibility.py::test_page_is_for_everybody": Long(PAGES, 3, most=60),
    "tests/web/test_requests.py": Long(PAGES, 2, most=12),
    "tests/web/test_injection.py::test_whatever_a_form_is_sent_is_shown_as_text": Long(
        "every form is sent", 0, "tests/web/test_injection.py::test_page_shows_bait_as_text"
    ),
    "tests/web/test_injection.py::test_what_was_written_is_there_to_read": Long(PAGES, 2, most=10),
    "tests/web/test_hostile_texts.py::test_nothing_hostile_runs_and_nothing_is_fetched": Long(PAGES, 2, most=30),
    "tests/web/test_hostile_texts.py::test_what_stands_in_an_address_is_text": Long(PAGES, 2, most=10),
    "tests/web/test_writing_page.py": Long(BROWSER, 2),
    "tests/web/test_writing_page_faults.py": Long(
        "servers are killed under a browser", 0, "tests/web/test_writing_page.py"
    ),
    "tests/web/test_tossup_page.py": Long(BROWSER, 1),
    "tests/web/test_campaigns.py": Long("whole campaigns in a browser", 0, "tests/web/test_project_pages_live.py"),
    "tests/web/test_crowd.py": Long(
        "twenty people at work", 0, "tests/people/study/test_care.py::test_a_small_crowd_is_told_apart"
    ),
    "tests/web/test_examples_keys.py": Long(BROWSER, 0, "tests/web/test_examples_page.py"),
    "tests/web/test_annotating_page.py": Long(BROWSER, 1),
    "tests/web/test_annotating_page_care.py": Long(BROWSER, 2),
    "tests/web/test_annotating_page_everybody.py": Long(BROWSER, 1),
    "tests/web/test_project_pages_live.py": Long(BROWSER, 1),
    "tests/web/test_match_page.py": Long(BROWSER, 1),
    "tests/web/test_match_voice.py": Long(BROWSER, 0, "tests/web/test_match_page.py"),
    "tests/web/test_match_together.py": Long(BROWSER, 0, "tests/web/test_match_page.py"),
    "tests/web/test_match_media.py::"
    "test_picture_and_sound_come_where_their_marks_are_and_the_mark_stays_without_a_file": Long(
        "a match in a browser", 0, "tests/web/test_match_media.py"
    ),
    "tests/web/test_match_page.py::"
    "test_reply_that_comes_late_takes_nothing_back_that_the_websocket_has_told_since": Long(
        "a page gives its line up first", 0, "tests/web/test_match_page.py"
    ),
    "tests/web/test_match_page.py::"
    "test_two_people_play_against_the_machine_while_the_server_restarts_in_the_middle": Long(
        "a whole match in a browser", 0, "tests/web/test_match_page.py"
    ),
    "tests/reports/test_browser.py": Long(BROWSER, 3),
    "tests/reports/quizbowl/test_browser.py": Long(BROWSER, 1),
    "tests/web/test_access.py::test_everybody_may_do_what_the_table_says_and_nothing_else": Long(
        "every route for every role", 20
    ),
    "tests/web/test_serve.py": Long("servers begin in processes of their own", 8),
    "tests/web/test_serve.py::test_first_start_says_where_it_is_and_how_to_become_its_administrator": Long(
        "a server begins in a process of its own", 1
    ),
    "tests/web/test_serve.py::test_two_servers_on_one_store_know_the_same_people": Long(
        "two servers begin", 0, "tests/web/test_two_servers.py"
    ),
    "tests/web/test_serve.py::test_demo_has_three_people_with_work_in_every_queue_and_leaves_nothing_behind": Long(
        "a server begins with all its models", 0, "tests/people/accounts/test_demo.py"
    ),
    "tests/test_docs.py::test_code_on_a_page_runs": Long("systems answer what pages ask them", 3),
    "tests/victims/test_http.py::test_the_embedded_systems_behind_a_socket_answer_as_they_do_here": Long(
        "each embedded system answers twice", 0, "tests/victims/test_http.py"
    ),
    "tests/web/test_access_effects.py::test_nobody_gives_themselves_a_role": Long("every form for every role", 12),
    "tests/web/test_injection.py::test_page_shows_bait_as_text": Long(PAGES, 2, most=36),
    "tests/web/test_impatient.py::test_whoever_drips_is_cut_off_and_others_are_answered": Long(
        "whoever drips takes their time", 1
    ),
    "tests/web/test_matches.py": Long("matches are played in their own time", 12),
    "tests/web/test_two_servers.py": Long("two servers begin", 3),
    "tests/golden/test_human_golden.py": Long("published figures, each by several commands", 1),
    "tests/golden/test_published_rules.py::test_the_released_claims_load_as_they_are": Long(
        "30,000 claims", 0, "tests/golden/test_fever_golden.py"
    ),
    "tests/victims/test_systems.py::test_prediction_is_the_same_alone_and_in_a_batch": Long(EVERY_SYSTEM, 2),
    "tests/victims/test_systems.py::test_predictions_keep_the_contract_and_rank_all_labels": Long(EVERY_SYSTEM, 2),
    "tests/victims/test_older_readers.py": Long(EVERY_SYSTEM, 3),
    "tests/victims/test_embedded.py": Long("every bundled question", 4),
    "tests/victims/test_ledger.py::test_guessers_have_seen_the_fold_that_they_learned_from_and_not_the_other": Long(
        EVERY_SYSTEM, 1
    ),
    "tests/victims/test_ledger.py::"
    "test_the_originals_of_the_published_rule_attack_are_all_seen_and_half_of_the_unmodified_claims": Long(
        "30,000 claims", 0, "tests/victims/test_ledger.py"
    ),
    "tests/people/attacking/test_orders.py::test_a_real_process_is_killed_and_its_work_goes_on": Long(
        KILLS,
        0,
        "tests/people/attacking/test_orders.py::test_what_was_killed_goes_on_by_itself_and_is_given_up_after_three_times",
        most=1,
    ),
    "tests/web/test_attacks_page.py::test_in_a_browser_an_attack_runs_to_its_end_and_fills_the_queues": Long(
        BROWSER, 0, "tests/web/test_attacks_page.py::test_an_attack_is_ordered_counted_started_and_judged"
    ),
    "tests/victims/guessing/test_fitting.py": Long("guessers are fitted", 3),
    "tests/runs/test_again.py::test_a_system_that_hangs_on_what_it_answered_before_ends_the_run": Long(WORKERS, 1),
    "tests/runs/test_streams.py::test_a_stream_that_says_nothing_for_too_long_is_an_error_of_what_it_owes": Long(
        WORKERS, 1
    ),
    "tests/store/test_upgrades.py::test_a_run_of_an_earlier_version_is_reported_and_never_gone_on_with": Long(
        "a store of every version", 8
    ),
    "tests/test_pytest_plugin.py": Long(CHILDREN, 1),
    "tests/store/test_upgrades.py::test_people_of_an_earlier_version_find_what_they_had": Long(
        "a password is checked, which takes as long as it must", 4
    ),
    "tests/test_additions.py::test_further_scores_of_several_tasks_stand_side_by_side": Long(
        CHILDREN, 0, "tests/test_additions.py"
    ),
    "tests/statistics/test_coverage.py": Long("intervals of thousands of samples", 6),
    "tests/language/test_pipeline.py::test_a_paragraph_of_ten_thousand_words_is_parsed": Long(
        "ten thousand words", 0, "tests/language/test_pipeline.py"
    ),
}
# What takes minutes by the clock begins first, or one process would still be at it when the others have ended.
FIRST = (
    "tests/web/test_killed.py",
    "tests/web/test_writing_page_faults.py",
    "tests/web/test_injection.py",
    "tests/web/test_serve.py",
    "tests/web/test_match_page.py",
    "tests/web/test_campaigns.py",
)
SECONDS = {
    test: float(seconds)
    for seconds, _, test in (
        line.partition("\t")
        for line in Path(__file__).with_name("seconds.tsv").read_text(encoding="utf-8").splitlines()[1:]
    )
}


@pytest.hookimpl(tryfirst=True)  # before marks are chosen by -m
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts first what takes minutes, marks what is of a long family, and has those tests skipped that this run does not
    keep."""
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))
    asked = os.environ.get("STUMPER_REQUIRE", "").split(",")
    families, narrow = defaultdict(list), narrow_families()
    for item in items:
        if family := family_of(item.nodeid, narrow):
            item.add_marker(pytest.mark.slow(FAMILIES[family].why))
            families[family].append(item)
    for family, members in families.items() if "campaigns" not in asked else ():
        long = FAMILIES[family]
        most, seconds = (long.most, {}) if "slow" in asked else (long.kept, SECONDS)
        kept = kept_of(family, [item.nodeid for item in members], len(members) if most is None else most, seconds)
        for item in members:
            if item.nodeid not in kept:
                item.add_marker(pytest.mark.skip(f"slow, as {long.why}: `make test-all` runs it"))


def narrow_families() -> dict[str, list[str]]:
    """The families that are some cases of a test, by the test."""
    found = defaultdict(list)
    for family in FAMILIES:
        if "[" in family:
            found[family.partition("[")[0]].append(family)
    return found


def family_of(test: str, narrow: Mapping[str, Sequence[str]] | None = None) -> str | None:
    """The long family that a test is of, if it is of one: the narrowest."""
    whole = test.partition("[")[0]
    of_test = (narrow_families() if narrow is None else narrow).get(whole, ())
    begun = (family for family in of_test if test.startswith(family))
    named = next((family for family in (*begun, whole, whole.partition("::")[0]) if family in FAMILIES), None)
    return ON_POSTGRESQL if named is None and ON_POSTGRESQL in test else named


def kept_of(family: str, tests: Collection[str], number: int, seconds: Mapping[str, float]) -> set[str]:
    """So many of a family's tests, whatever order they come in: drawn from those whose ``seconds`` nobody has written
    down, then the quickest; all where there are no more. Of each kind one is drawn before there is a second."""
    quick = sorted(test for test in tests if test not in seconds)
    if number <= len(quick):
        met, turns = Counter[str](), list[tuple[int, str]]()
        for test in Random(family).sample(quick, len(quick)):
            met[kind_of(test)] += 1
            turns.append((met[kind_of(test)], test))
        return {test for _, test in sorted(turns, key=itemgetter(0))[:number]}
    long = sorted((seconds[test], test) for test in tests if test in seconds)
    return {*quick, *(test for _, test in long[: number - len(quick)])}


def kind_of(test: str) -> str:
    """What the case of a test begins with: the page of *write, instructions*, what is done in *raises-memory*."""
    return re.split(r"[-,\]]| of an? ", test.partition("[")[2])[0]


MEASURED = {
    test: Long(f"it takes {seconds} s of a core", 0, test.partition("::")[0])
    for test, seconds in SECONDS.items()
    if family_of(test) is None
}
FAMILIES |= MEASURED
