"""Texts as the rankings see them."""

import subprocess
import sys

import numpy as np
import pytest

from stumper.retrieval import terms
from stumper.retrieval.terms import Hashing, names_of, possible_names


def grams(text: str) -> list[int]:
    return Hashing().buckets(text).tolist()


def test_grams_are_words_and_pairs_of_neighbours_without_case_and_accents() -> None:
    assert len(grams("Red café door")) == 5
    assert grams("RED CAFE DOOR") == grams("red café door")


def test_no_gram_holds_a_stop_word_or_crosses_punctuation() -> None:
    assert grams("the red of door") == grams("red , door") == [*grams("red"), *grams("door")]
    assert grams("the , of") == []


def test_order_of_the_words_of_a_pair_matters() -> None:
    assert grams("red door")[2] != grams("door red")[2]


def test_bucket_is_below_two_to_the_24_and_the_same_in_every_process() -> None:
    program = "from stumper.retrieval.terms import Hashing; print(Hashing().buckets('red door').tolist())"
    ran = [
        subprocess.run([sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True)
        for seed in ("1", "2")
    ]
    assert ran[0].stdout == ran[1].stdout == f"{grams('red door')}\n".encode()
    assert all(0 <= bucket < 2**24 for bucket in grams("red door"))


def test_different_words_rarely_share_a_bucket() -> None:
    hashing = Hashing()
    buckets = np.concatenate([hashing.buckets(f"word{i}") for i in range(2000)])
    assert len(np.unique(buckets)) >= 1998  # 0.12 collisions are expected


def test_page_is_called_by_its_title_with_and_without_what_is_in_brackets() -> None:
    assert names_of("Harbour Nights (1998 film)") == ("harbour nights", "harbour nights 1998 film")
    assert names_of("Élan!") == ("elan",)
    assert names_of("(band)") == ("band",)


def test_names_in_a_claim_have_a_capital_or_a_digit_longest_first() -> None:
    names = [name for _, _, name in possible_names("It made Ines Okafor rich.")]
    assert names.index("ines okafor") < names.index("okafor")
    assert "rich" not in names
    assert "it" not in names


def test_hashes_are_the_same_after_those_that_were_kept_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "The first oak of the seven stands on a hill."
    before = Hashing().hashes(text)
    monkeypatch.setattr(terms, "KNOWN", 3)
    hashing = Hashing()
    assert [hashing.hashes(text) for _ in range(2)] == [before, before]
