"""All that the pages say is in one place, and everything there is said somewhere."""

import re
from pathlib import Path
from string import Formatter

import pytest

import stumper.web
from stumper.web.words import (
    WORDS,
    account,
    annotating,
    examples,
    joining,
    matches,
    projects,
    results,
    shared,
    t,
    writing,
)  # fmt: skip

WEB = Path(stumper.web.__file__).parent
AREAS = {
    "shared": shared, "account": account, "projects": projects, "writing": writing, "annotating": annotating,
    "results": results, "examples": examples, "matches": matches, "joining": joining,
}  # fmt: skip
TEMPLATES = sorted((WEB / "templates").rglob("*.j2"))
SCRIPTS = sorted((WEB / "static").rglob("*.js"))
PYTHON = [path for path in sorted(WEB.rglob("*.py")) if "words" not in path.parts]


@pytest.mark.parametrize("area", AREAS)
def test_keys_of_an_area_begin_with_its_name(area: str) -> None:
    """As templates of its folder get the words of its scripts by that."""
    assert not [key for key in AREAS[area].WORDS if not key.removeprefix("js.").startswith(f"{area}.")]


def test_no_two_areas_have_one_key() -> None:
    assert len(WORDS) == sum(len(area.WORDS) for area in AREAS.values())


@pytest.mark.parametrize("path", [*TEMPLATES, *SCRIPTS, *PYTHON], ids=lambda path: str(path.relative_to(WEB)))
def test_every_key_that_is_asked_for_has_words(path: Path) -> None:
    asked = set(re.findall(r"""\bt\(\s*["']([\w.\- ]+)["']\s*[,)]""", path.read_text(encoding="utf-8")))
    assert not [key for key in asked if key not in WORDS]


def test_everything_there_is_said_somewhere() -> None:
    """Of a key that is put together, what stands before a value is in the code, and so is the value, as the name of a
    file with a dot; of words for one and for many, what stands before these."""
    code = [*TEMPLATES, *SCRIPTS, *(path for path in WEB.parent.rglob("*.py") if path.parent.name != "words")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in code)
    quoted = set(re.findall(r"""["'`.]([\w.: -]+)(?=["'`])""", text))
    stems = {stem.rstrip(".") for stem in re.findall(r"""["'`]([\w.]+)(?=["'] ?~|\$?\{)""", text)}

    def is_said(key: str) -> bool:
        parts = key.split(".")
        ways = [n for n in range(1, len(parts)) if ".".join(parts[:n]) in stems]
        is_counted = parts[-1] in ("one", "many") and ".".join(parts[:-1]) in quoted
        return (
            key in quoted
            or key in stems
            or is_counted
            or any(parts[n] in quoted or parts[n].replace("_", ".") in quoted or parts[n].isdecimal() for n in ways)
        )

    assert [key for key in WORDS if not is_said(key)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(WEB)))
def test_no_template_says_anything_by_itself(path: Path) -> None:
    text = re.sub(
        r"{#.*?#}|{% block body_class %}[\w -]*|{%.*?%}|{{.*?}}", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    said = re.sub(r"<kbd>.*?</kbd>|<(\w+) aria-hidden=\"true\"[^>]*>[^<]*</\1>|<[^>]*>", " ", text)
    assert not re.findall(r"[A-Za-z]{2,}", said)
    assert not re.findall(r"""(?:title|alt|placeholder|aria-label)=["'][^"']*[A-Za-z]""", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(WEB)))
def test_no_template_has_script_or_style_within(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\bsrc=)|javascript:|\|\s*safe\b", text)


def test_words_have_places_for_values_by_name_alone() -> None:
    for key, text in WORDS.items():
        names = [name for _, name, *_ in Formatter().parse(text) if name is not None]
        assert all(name.isidentifier() for name in names), key
        assert t(key, **dict.fromkeys(names, "x")).strip(), key


def test_nothing_on_a_page_is_asked_of_another_host() -> None:
    for path in [*TEMPLATES, *SCRIPTS, *sorted((WEB / "static").rglob("*.css"))]:
        found = re.findall(r"https?://[^\s\"')]+|url\([^)]*//", path.read_text(encoding="utf-8"))
        assert set(found) <= {"http://www.w3.org/2000/svg"}, path
