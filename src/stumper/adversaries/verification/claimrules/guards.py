"""What must hold of a match before a rule is applied, by name. A guard that doubts says no."""

import re
from collections.abc import Callable

from stumper.adversaries.verification.claimrules.frame import FINITE, NOUNS, is_titled
from stumper.adversaries.verification.claimrules.match import Match, Part
from stumper.adversaries.verification.claimrules.nations import DEMONYMS
from stumper.language.inflection import inflected, lemma
from stumper.language.lexicon import classes


def holds(guard: str, match: Match) -> bool:
    """Whether a guard of the tables holds: "A person" is the guard "person" of the part A.

    Where the claim has no such part, there is nothing to doubt.
    """
    letter, _, name = guard.partition(" ")
    if letter in ON_MATCHES:
        return ON_MATCHES[letter](match)
    part = match.parts.get(letter)
    return part is None or ON_PARTS[name](part)


def is_person(part: Part) -> bool:
    """Whether the name is a person's."""
    return part.is_one_entity("PERSON") and is_titled(part.tokens)


def is_plain(part: Part) -> bool:
    """Whether it is affirmative, and one phrase: no negation, no exclusive word, no second clause, no quotation."""
    words = {token.text for token in part.tokens}
    if words & NEGATIVE or "n't" in part.text or part.text.count('"') or not part.tokens:
        return False
    return not _has_second_clause(part)


def is_singular(part: Part) -> bool:
    """Whether it is one thing, so that "is" and "it" agree with it."""
    verb = part.frame.parse.tokens[part.frame.verb]
    if _is_joined(part) and not (is_titled(part.tokens) and verb.text in ("is", "was", "has", "stars", "features")):
        return False
    head = part.head
    return is_plain(part) and head is not None and not (head.tag == "NNS" and head.text.islower())


def is_name(part: Part) -> bool:
    """Whether it can stand after "called": a name or a term, but no description such as "Chinatown's producer"."""
    if _possessed(part):
        return False
    return is_titled(part.tokens) or _is_term(part)


def is_one_name(part: Part) -> bool:
    """Whether it is one person's or thing's name and nothing else, neither a list nor a name with a place or time."""
    if not is_titled(part.tokens) or not part.has_noun() or part.kinds() == ["DATE"] or _possessed(part):
        return False
    words = [token.text for token in part.tokens]
    return not set(words) & {"and", "or", "&", ","} and not (set(words) & _TRAILING) and words[0] not in ("a", "an")


def is_one_title(part: Part) -> bool:
    """Whether it is one name, or one noun phrase that opens with an article and ends with its noun."""
    if is_one_name(part):
        return True
    ends = bool(part.tokens) and part.tokens[-1].tag in NOUNS and part.tokens[0].text in ("a", "an", "the")
    return ends and is_phrase(part) and not _is_joined(part) and not any(t.tag == "IN" for t in part.tokens)


def is_phrase(part: Part) -> bool:
    """Whether it is one noun phrase with nothing about it that belongs to the verb."""
    words = {token.text for token in part.tokens}
    if not part.has_noun() or _is_joined(part) or words & _TRAILING:
        return False
    return is_titled(part.tokens) or len(part.heads) == 1


def is_place(part: Part) -> bool:
    """Whether it is a place by name."""
    if _is_joined(part) or {"DATE", "TIME"} & set(part.kinds()):
        return False
    rest = [token for i, token in enumerate(part.tokens, part.first) if not _is_in_place(part, i)]
    return len(rest) < len(part.tokens) and {token.text for token in rest} <= _AROUND_PLACES


def is_time(part: Part) -> bool:
    """Whether it is a date, a month, a year or a longer time, and nothing besides."""
    tokens = part.frame.parse
    dated = [(e := tokens.entity_at(i)) is not None and e.kind == "DATE" for i in range(part.first, part.last)]
    dated = [is_date or _DECADE.fullmatch(t.text) is not None for t, is_date in zip(part.tokens, dated, strict=True)]
    other = {token.text.lower() for token, is_date in zip(part.tokens, dated, strict=True) if not is_date}
    return any(dated) and other <= _AROUND_DATES


def is_noun(part: Part) -> bool:
    """Whether it opens with a plain noun phrase of a moderate length."""
    first = part.tokens[0] if part.tokens else None
    return first is not None and first.tag not in ("DT", "PRP$", "CC", "IN") and part.has_noun() and len(part.tokens) < 12


def is_bare_noun(part: Part) -> bool:
    """Whether it is a noun with what stands before it, and nothing after it, and no part of a name."""
    if not part.tokens or any(token.tag in ("IN", "WDT", "WP", "TO", "VBN", "VBG", ",", "PRP$") for token in part.tokens[1:]):
        return False
    first, last = part.tokens[0], part.tokens[-1]
    return first.text[0].islower() and first.text not in ("football", "and") and last.tag in ("NN", "NNS") and last.text.islower()


def is_callable(part: Part) -> bool:
    """Whether one may say "a B called A": B is a sort of persons or things, and no role, share or quality."""
    head = sort_noun(part)
    return head is not None and head.lower() not in _ROLES and not _is_joined(part)


def is_uncluttered(part: Part) -> bool:
    """Whether "called A" after it is understood of B: it is short and ends with no clause of its own."""
    words = {token.text for token in part.tokens}
    clause = words & {"that", "who", "which", "where", "when", "whose"} or any(t.tag in ("VBN", "TO") for t in part.tokens)
    return len(part.tokens) <= (4 if clause else 9)


def is_movie(part: Part) -> bool:
    """Whether nothing in the name says that it is something else than a film."""
    return not {"series", "series)", "TV", "season", "video", "musical", "play", "show"} & {t.text for t in part.tokens}


def is_definite(part: Part) -> bool:
    """Whether it is a name or a certain thing, so that a negation cannot deny its existence or its number instead.

    With "is", what opens with "a" is every one of its sort.
    """
    if not part.tokens or part.tokens[0].tag == "CD" or part.tokens[0].text.lower() in _SCOPE:
        return is_titled(part.tokens)
    if part.tokens[0].text.lower() not in ("a", "an"):
        return True
    verb = part.frame.parse.tokens[part.frame.verb].text
    is_subject = part.first == 0
    return is_subject and (verb == "is" or (is_titled(part.tokens) and part.tokens[-1].text not in DEMONYMS))


def is_made_somewhere(part: Part) -> bool:
    """Whether one says "from a country" of it: of persons and works, and not of what lies or holds there."""
    noun = sort_noun(part) or ""
    return noun not in _LYING and not {"place", "city", "country", "water"} & set(classes(noun))


def is_without_scope(part: Part) -> bool:
    """Whether a negation before it denies the whole: no quantity, reason or other thing that it could deny instead."""
    words = {token.text for token in part.tokens}
    return not words & _SCOPE and not _is_joined(part) and not (part.tokens and part.tokens[0].tag == "RB")


def _has_second_clause(part: Part) -> bool:
    """Whether a finite verb stands in it that no relative pronoun opens, or a clause is joined to it."""
    relative = False
    for token in part.tokens:
        if token.text in ("that", "who", "which", "where", "whose", "whom", "when"):
            relative = True
        if token.text in ("(",):
            return not part.text.endswith(")")
        if token.tag in FINITE and token.text.islower() and not relative:
            return True
        if token.text in _SUBORDINATING:
            return True
    return False


def _is_joined(part: Part) -> bool:
    return any(token.text in ("and", "or", "&") for token in part.tokens) and not _is_within_entity(part, "and")


def _is_within_entity(part: Part, word: str) -> bool:
    """Whether each such word stands inside one name."""
    found = [i for i in range(part.first, part.last) if part.frame.parse.tokens[i].text in (word, "or", "&")]
    return all(
        (e := part.frame.parse.entity_at(i)) is not None and e.first < i < e.last and e.kind != "PERSON" for i in found
    )


def _possessed(part: Part) -> bool:
    """Whether a noun in small letters belongs to somebody: "Chinatown's producer"."""
    owner = next((i for i, token in enumerate(part.tokens) if token.text in ("'s", "’s", "'", "’")), None)
    return owner is not None and any(token.text.islower() for token in part.tokens[owner + 1 :])


def _is_term(part: Part) -> bool:
    """Whether it is a common noun as a term: "Pulmonary embolism"."""
    return len(part.tokens) <= 3 and all(token.tag in ("NN", "NNP", "JJ", "HYPH") for token in part.tokens)


def _is_in_place(part: Part, index: int) -> bool:
    found = part.frame.parse.entity_at(index)
    if found is None:
        return False
    name = part.frame.parse.tokens[index].text
    return found.kind == "PLACE" or bool({"city", "country", "place"} & set(classes(name)))


def sort_noun(part: Part) -> str | None:
    """The noun that says what sort of thing B is: the last of the run of nouns that it opens with."""
    found = None
    for token in part.tokens:
        if token.tag in NOUNS:
            found = token.text
        elif token.tag in ("IN", "WDT", "WP", "VBN", "VBG", "TO", ",") and found is not None:
            break
    return found


def _is_base(match: Match) -> bool:
    """Whether the word after "did not" is a verb in its base form."""
    word = match.words.get("base", "")
    return lemma(word, "VB") == word and inflected(word, "VBD") != ""


def _is_passive(match: Match) -> bool:
    """Whether the verb is a form of "be" with a participle right behind it."""
    tokens, verb = match.frame.parse.tokens, match.frame.verb
    return tokens[verb].relation == "aux:pass" and tokens[verb].head == verb + 1


NEGATIVE = frozenset(
    "not n't never no nobody nothing none neither nor without only exclusively solely just merely yet except hardly "
    "barely least unless cannot incapable unable refused refuses failed fails any ever zero but besides instead rather "
    "nowhere rarely seldom few little unlike".split()
)
_SUBORDINATING = frozenset("because after before while although though since until despite if whether than as".split())
_TRAILING = frozenset("in on at from for with after before during as since until under over when where who that which".split())
_DECADE = re.compile(r"(?:\d+|(?:twen|thir|for|fif|six|seven|eigh|nine)ties)")
_AROUND_PLACES = frozenset(
    ", the of northern southern eastern western central northeastern northwestern southeastern southwestern".split()
)
_AROUND_DATES = frozenset("the early late mid - year month of summer spring autumn fall winter in a 's ’s".split())
_SCOPE = frozenset(
    "some all every each both several many most also already still always often usually sometimes multiple various "
    "much more less another other too twice once alongside first last either".split()
)
_ROLES = frozenset(
    "part member fan lot result cause way failure success reason kind type sort form example number citizen resident "
    "native winner recipient contributor victim thing person human source piece bit pair couple series set host friend "
    "son daughter brother sister father mother parent husband wife child symptom name word location area place".split()
)
_LYING = frozenset("citizen male female stance settlement state province colony holiday law election accent school".split())
ON_MATCHES: dict[str, Callable[[Match], bool]] = {
    "base": _is_base,
    "be": lambda match: match.words["be"] == "is",
    "passive": _is_passive,
    "verb": lambda match: not match.words["verb"].endswith("s"),
}
ON_PARTS: dict[str, Callable[[Part], bool]] = {
    "person": is_person,
    "no person": lambda part: is_plain(part) and "PERSON" not in part.kinds(),
    "plain": is_plain,
    "singular": is_singular,
    "name": is_name,
    "one name": is_one_name,
    "one title": is_one_title,
    "phrase": is_phrase,
    "place": is_place,
    "time": is_time,
    "place or time": lambda part: is_place(part) or is_time(part),
    "no clutter": is_uncluttered,
    "no people": lambda part: "person" not in classes(sort_noun(part) or ""),
    "movie": is_movie,
    "definite": is_definite,
    "made somewhere": is_made_somewhere,
    "noun": is_noun,
    "bare noun": is_bare_noun,
    "callable": is_callable,
    "no scope": is_without_scope,
    "affirmative": lambda part: not {token.text for token in part.tokens} & NEGATIVE,
}
