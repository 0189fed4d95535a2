"""The rules of Thorne et al. 2019 in the wordings of their released claims, unguarded: a regular expression each.

What a row matches and writes was inferred from claims that the authors released. A row that none of those at hand shows
follows the wording of its neighbours, and says so in ``why``. Rows are kept where theirs are one rule in two tenses or
of a place and a time.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from stumper.adversaries.verification.claimrules.frame import without_stop
from stumper.adversaries.verification.claimrules.rule import ANY, COMPLEX, KEEPS, SIMPLE, VERIFIABLE, Kind, Rule
from stumper.adversaries.verification.claimrules.slots import raised
from stumper.language.parse import Parse

_UNSEEN = "none of the released claims at hand shows it"


def _rule(kind: Kind, name: str, pattern: str, template: str, why: str = "") -> Rule:
    """A row that fires for every label that has an opposite; its name differs from that of the guarded rule."""
    return Rule(
        kind,
        f"{name}, as published",
        pattern,
        template,
        ANY if kind == KEEPS else VERIFIABLE,
        why=why,
        is_published=True,
    )


PUBLISHED: tuple[Rule, ...] = (
    # A is a|an B
    _rule(KEEPS, "is a: there exists", "is a", "There exists {a} {B} called {A}"),
    _rule(KEEPS, "is a: there is", "is a", "There is {a} {B} called {A}"),
    _rule(KEEPS, "is a: there is, it is called", "is a", "There is {a} {B}, {it is} called {A}"),
    _rule(KEEPS, "is a: there exists, by name", "is a", "There exists {a} {B} that goes by the name of {A}"),
    _rule(KEEPS, "is a: there exists, it goes by", "is a", "There exists {a} {B}, it goes by the name of {A}"),
    _rule(SIMPLE, "is a: is not", "is a", "{A} is not {a} {B}"),
    _rule(SIMPLE, "is a: is definitely not", "is a", "{A} is definitely not {a} {B}"),
    _rule(SIMPLE, "is a: is certainly not", "is a", "{A} is certainly not {a} {B}"),
    _rule(COMPLEX, "is a: there does not exist", "is a", "There does not exist {a} {B} called {A}"),
    _rule(COMPLEX, "is a: there exists no", "is a", "There exists no {B} called {A}"),
    _rule(COMPLEX, "is a: there is not", "is a", "There is not {a} {B} called {A}"),
    _rule(COMPLEX, "is a: there is not, by name", "is a", "There is not {a} {B} that goes by the name of {A}"),
    _rule(COMPLEX, "is a: there does not exist, by name", "is a",
          "There does not exist {a} {B} that goes by the name of {A}"),
    # A was a|an B
    _rule(KEEPS, "was a: there existed", "was a", "There existed {a} {B} called {A}"),
    _rule(KEEPS, "was a: there existed, it was called", "was a", "There existed {a} {B}, it was called {A}"),
    _rule(KEEPS, "was a: there was", "was a", "There was {a} {B} called {A}"),
    _rule(KEEPS, "was a: there was, it was called", "was a", "There was {a} {B}, it was called {A}"),
    _rule(KEEPS, "was a: there existed, by name", "was a", "There existed {a} {B} that went by the name of {A}"),
    _rule(KEEPS, "was a: there existed, it went by", "was a", "There existed {a} {B}, it went by the name of {A}"),
    _rule(SIMPLE, "was a: was not", "was a", "{A} was not {a} {B}"),
    _rule(SIMPLE, "was a: wasn't", "was a", "{A} wasn't {a} {B}"),
    _rule(SIMPLE, "was a: definitely was not", "was a", "{A} definitely was not {a} {B}"),
    _rule(SIMPLE, "was a: certainly was not", "was a", "{A} certainly was not {a} {B}"),
    _rule(COMPLEX, "was a: there did not exist", "was a", "There did not exist {a} {B} called {A}", _UNSEEN),
    _rule(COMPLEX, "was a: there existed no", "was a", "There existed no {B} called {A}"),
    _rule(COMPLEX, "was a: there was not", "was a", "There was not {a} {B} called {A}"),
    _rule(COMPLEX, "was a: there was not, by name", "was a", "There was not {a} {B} that went by the name of {A}"),
    _rule(COMPLEX, "was a: there did not exist, by name", "was a",
          "There did not exist {a} {B} that went by the name of {A}", _UNSEEN),
    # A is|was directed by B
    _rule(KEEPS, "directed by: a movie", "directed by", "There is a movie called {A} which is directed by {B}"),
    _rule(KEEPS, "directed by: a director", "directed by",
          "There is a director, {B}, who was involved in the production of {A}"),
    _rule(KEEPS, "directed by: a person in the industry", "directed by",
          "There is a person involved in the movie industry, {B}, who was the director of {A}"),
    _rule(KEEPS, "directed by: is the director", "directed by", "{B} is the director of {A}", _UNSEEN),
    _rule(SIMPLE, "directed by: is not", "directed by", "{A} is not directed by {B}", _UNSEEN),
    _rule(SIMPLE, "directed by: isn't", "directed by", "{A} isn't directed by {B}"),
    _rule(SIMPLE, "directed by: is definitely not", "directed by", "{A} is definitely not directed by {B}"),
    _rule(SIMPLE, "directed by: is certainly not", "directed by", "{A} is certainly not directed by {B}", _UNSEEN),
    _rule(COMPLEX, "directed by: a movie which isn't", "directed by",
          "There is a movie called {A} which isn't directed by {B}", _UNSEEN),
    _rule(COMPLEX, "directed by: no involvement", "directed by",
          "There is a movie called {A}, {B} has no involvement in its production"),
    _rule(COMPLEX, "directed by: a director not involved", "directed by",
          "There is a director, {B}, who was not involved in the production of {A}"),
    _rule(COMPLEX, "directed by: a person in the industry not", "directed by",
          "There is a person involved in the movie industry, {B}, who was not the director of {A}", _UNSEEN),
    # A … an American B
    _rule(KEEPS, "American: originated", "an American", "{A} {B} that originated from the United States"),
    _rule(SIMPLE, "American: Canadian", "American", "{A}Canadian{B}"),
    _rule(COMPLEX, "American: outside", "an American",
          "{A} {B} that originated from outside the United States", _UNSEEN),
    # A was born in|on B
    _rule(KEEPS, "born: time at which", "born at a time",
          "{B} is the approximate time at which the person {A} was born", _UNSEEN),
    _rule(KEEPS, "born: started living", "born at a time",
          "{B} is the approximate time at which the person {A} started living"),
    _rule(KEEPS, "born: place where", "born in a place", "{B} is the place where the person {A} was born", _UNSEEN),
    _rule(SIMPLE, "born: was not", "born", "{A} was not born {in} {B}", _UNSEEN),
    _rule(COMPLEX, "born: not the time", "born at a time",
          "{B} is not the approximate time at which the person {A} was born"),
    _rule(COMPLEX, "born: did not start living", "born at a time",
          "{B} is not the approximate time at which the person {A} started living"),
    _rule(COMPLEX, "born: some other time", "born at a time", "{A} was born at some other time than {B}"),
    _rule(COMPLEX, "born: other than when", "born at a time", "{B} is some other time than when {A} was born"),
    _rule(COMPLEX, "born: not the place", "born in a place",
          "{B} is not the place where the person {A} was born", _UNSEEN),
    _rule(COMPLEX, "born: some other place", "born in a place", "{A} was born at some other place than {B}", _UNSEEN),
    _rule(COMPLEX, "born: other than where", "born in a place",
          "{B} is some place other than where the person {A} was born"),
    # A died in|on B
    _rule(KEEPS, "died: became deceased", "died at a time",
          "{B} is the approximate time at which the person {A} became deceased"),
    _rule(KEEPS, "died: time at which", "died at a time",
          "{B} is the approximate time at which the person {A} died", _UNSEEN),
    _rule(KEEPS, "died: place where", "died in a place", "{B} is the place where the person {A} died", _UNSEEN),
    _rule(SIMPLE, "died: did not", "died", "{A} did not die {in} {B}", _UNSEEN),
    _rule(COMPLEX, "died: not the when", "died at a time", "{B} is not the when the person {A} died"),
    _rule(COMPLEX, "died: did not become deceased", "died at a time",
          "{B} is not the approximate time at which the person {A} became deceased", _UNSEEN),
    _rule(COMPLEX, "died: not the where", "died in a place", "{B} is not the where the person {A} died", _UNSEEN),
)  # fmt: skip

_BORN, _DIED = "(?P<A>.+) was born (?P<in>in|on) ", "(?P<A>.+) died (?P<in>in|on) "
_TIME, _PLACE = r"(?P<B>.*\d.*)", r"(?P<B>\D+)"
EXPRESSIONS: Mapping[str, re.Pattern[str]] = {
    "is a": re.compile("(?P<A>.+) is (?P<a>an?) (?P<B>.+)"),
    "was a": re.compile("(?P<A>.+) was (?P<a>an?) (?P<B>.+)"),
    "directed by": re.compile("(?P<A>.+) (?:is|was) directed by (?P<B>.+)"),
    "an American": re.compile("(?P<A>.+) an? American (?P<B>.+)"),
    "American": re.compile("(?P<A>.*)American(?P<B>.*)"),
    "born": re.compile(f"{_BORN}(?P<B>.+)"),
    "born at a time": re.compile(f"{_BORN}{_TIME}"),
    "born in a place": re.compile(f"{_BORN}{_PLACE}"),
    "died": re.compile(f"{_DIED}(?P<B>.+)"),
    "died at a time": re.compile(f"{_DIED}{_TIME}"),
    "died in a place": re.compile(f"{_DIED}{_PLACE}"),
}
_SLOT = re.compile(r"\{([^}]+)\}")


def takes_pronoun(text: str) -> bool:
    """Whether a row would call what the claim is about "it" or "they"."""
    return EXPRESSIONS["is a"].fullmatch(without_stop(text)) is not None


def as_published(rules: Sequence[Rule], text: str, parse: Parse | None) -> Iterator[tuple[Rule, str]]:
    """The claim as each of the published rules writes it; ``parse`` is needed where one takes a pronoun."""
    body = without_stop(text)
    matches: dict[str, re.Match[str] | None] = {}
    for rule in rules:
        if rule.pattern not in matches:
            matches[rule.pattern] = EXPRESSIONS[rule.pattern].fullmatch(body)
        if (match := matches[rule.pattern]) is not None:
            yield rule, _written(rule.template, match, parse)


def _written(template: str, match: re.Match[str], parse: Parse | None) -> str:
    def filled(slot: re.Match[str]) -> str:
        return _pronoun(match["A"], parse) if slot[1] == "it is" else match[slot[1]]

    text = raised(_SLOT.sub(filled, template))
    return text if text.endswith(".") else f"{text}."


def _pronoun(name: str, parse: Parse | None) -> str:
    """Persons are called "they", by what the parser takes for their names."""
    assert parse is not None, "takes_pronoun said that it is needed"
    persons = (entity for entity in parse.entities if entity.kind == "PERSON" and entity.first == 0)
    return "they are" if any(parse.tokens[one.last].end >= len(name) for one in persons) else "it is"
