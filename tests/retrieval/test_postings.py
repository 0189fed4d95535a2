"""TF-IDF against the sums that its definition gives, and the same postings however they are built."""

from math import log, sqrt
from pathlib import Path

import numpy as np
import pytest

from stumper.retrieval import postings
from stumper.retrieval.postings import Postings, PostingWriter, open_postings
from stumper.retrieval.terms import Hashing

TEXTS = [["red red door"], ["red hat", "blue hat"], ["green lawn"], ["lawn"], []]


def built(path: Path | None = None) -> Postings:
    hashing, writer = Hashing(), PostingWriter(path)
    for pieces in TEXTS:
        writer.add([hashing.hashes(piece) for piece in pieces])
    return writer.finished()


def idf(n: int) -> float:
    return log((len(TEXTS) - n + 0.5) / (n + 0.5))


def test_score_is_the_product_of_log_counts_and_squared_idf() -> None:
    scores = built().scores(Hashing().buckets("red door"))
    red, door = log(2) * idf(2) ** 2, log(2) * idf(1) ** 2
    assert scores[0] == pytest.approx(log(3) * red + log(2) * door + log(2) * door)  # the pair "red door" is as rare
    assert scores[1] == pytest.approx(log(2) * red)
    assert scores[2:].tolist() == [0, 0, 0]


def test_word_in_more_than_half_of_the_texts_counts_nothing() -> None:
    hashing, writer = Hashing(), PostingWriter(None)
    for text in ("red", "red", "blue"):
        writer.add([hashing.hashes(text)])
    assert writer.finished().scores(hashing.buckets("red")).tolist() == [0, 0, 0]


def test_pair_does_not_cross_the_pieces_of_a_text() -> None:
    assert built().idf(Hashing().buckets("hat blue"))[2] == pytest.approx(log((5 + 0.5) / 0.5))


def test_cosine_is_that_of_the_weights() -> None:
    hashing, postings = Hashing(), built()
    [same, half, none, empty] = postings.cosines(
        hashing.buckets("lawn"), [hashing.hashes(text) for text in ("lawn", "green lawn", "hat", "")]
    )
    lawn, green = idf(2), idf(1)
    assert same == pytest.approx(1)
    assert half == pytest.approx(lawn / sqrt(lawn**2 + green**2 + green**2))
    assert (none, empty) == (0, 0)


@pytest.mark.parametrize("chunk", [1, 4, 1 << 21])
def test_postings_are_the_same_in_memory_and_in_files_whatever_the_chunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    whole = built()
    monkeypatch.setattr(postings, "CHUNK", chunk)
    path = tmp_path / "grams"
    for other in (built(), built(path), open_postings(path, len(TEXTS))):
        assert other.texts == whole.texts
        for name in ("buckets", "starts", "numbers", "counts"):
            assert np.array_equal(getattr(other, name), getattr(whole, name))


def test_texts_without_words_make_postings_without_buckets(tmp_path: Path) -> None:
    for path in (None, tmp_path / "grams"):
        writer = PostingWriter(path)
        writer.add([])
        assert writer.finished().scores(Hashing().buckets("red door")).tolist() == [0]
