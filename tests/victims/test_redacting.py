"""What nobody else is to see, out of whatever repeats it."""

import json
from urllib.parse import quote

import pytest

from stumper.victims.redacting import basic, redaction

KEY = 'sk-Ab9/"x\\y+z=='


@pytest.mark.parametrize(
    "written",
    [
        KEY,
        f"Bearer {KEY}",
        json.dumps(KEY),
        json.dumps(json.dumps(KEY)),
        quote(KEY),
        quote(KEY, safe=""),
        "".join(f"\\u{ord(c):04X}" for c in KEY),
        "".join(f"\\x{ord(c):02x}" for c in KEY),
        "".join(f"&#{ord(c)};" for c in KEY),
        repr(KEY),
        KEY.upper(),
    ],
)
def test_a_key_is_taken_out_however_it_is_escaped(written: str) -> None:
    said = redaction([KEY]).quotable(f"before {written} behind")
    assert "[key]" in said
    assert "Ab9" not in said
    assert said.startswith("before ")
    assert said.endswith(" behind")


def test_what_begins_like_another_is_taken_out_whole() -> None:
    assert redaction(["sk-1234", "sk-123456"]).quotable("sk-123456") == "[key]"


def test_a_user_and_a_password_are_known_in_the_form_that_is_sent() -> None:
    assert basic("Aladdin", "open sesame") == "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="  # RFC 7617, section 2


def test_a_key_of_a_few_letters_stands_in_every_word_and_stays() -> None:
    assert redaction(["", "x"]).quotable("next") == "next"


def test_an_answer_loses_no_word_that_happens_to_be_the_key() -> None:
    assert redaction(["anything"]).answerable("It could be anything.") == "It could be anything."
    assert redaction(["sk-12345678"]).answerable("It is sk-12345678.") == "It is [key]."
    assert redaction(["anything"]).answerable("You sent Bearer anything.") == "You sent [key]."
    assert redaction(["averylongsecretword"]).answerable("averylongsecretword") == "[key]"
