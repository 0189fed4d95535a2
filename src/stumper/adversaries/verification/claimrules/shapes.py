"""What a part of a claim is: a name, a place, a plain noun. What doubts says no."""

import re

from stumper.adversaries.verification.claimrules.frame import FINITE, NOUNS, is_titled
from stumper.adversaries.verification.claimrules.match import Part
from stumper.adversaries.verification.claimrules.word_sets import (
    AROUND_DATES,
    AROUND_PLACES,
    DEMONYMS,
    LYING,
    NEGATIVE,
    ROLES,
    SCOPE,
    SUBORDINATING,
    TRAILING,
)
from stumper.language.lexicon import classes
from stumper.language.numerals import others


def is_person(part: Part) -> bool:
    """Whether the name is a person's."""
    return part.is_one_entity("PERSON") and is_titled(part.tokens)


def is_plain(part: Part) -> bool:
    """Whether it is affirmative and one phrase: no negation, no exclusive word, no second clause."""
    words = {token.text for token in part.tokens}
    if words & NEGATIVE or "n't" in part.text:
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
    return not set(words) & {"and", "or", "&", ","} and not (set(words) & TRAILING) and words[0] not in ("a", "an")


def is_one_title(part: Part) -> bool:
    """Whether it is one name, or one noun phrase that opens with an article and ends with its noun."""
    if is_one_name(part):
        return True
    ends = part.tokens[-1].tag in NOUNS and part.tokens[0].text in ("a", "an", "the")
    return ends and is_phrase(part) and not _is_joined(part) and not any(t.tag == "IN" for t in part.tokens)


def is_phrase(part: Part) -> bool:
    """Whether it is one noun phrase with nothing about it that belongs to the verb."""
    words = {token.text for token in part.tokens}
    if not part.has_noun() or _is_joined(part) or words & TRAILING:
        return False
    return is_titled(part.tokens) or len(part.heads) == 1


def is_place(part: Part) -> bool:
    """Whether it is a place by name."""
    if _is_joined(part) or {"DATE", "TIME"} & set(part.kinds()):
        return False
    rest = [token for i, token in enumerate(part.tokens, part.first) if not _is_in_place(part, i)]
    return len(rest) < len(part.tokens) and {token.text for token in rest} <= AROUND_PLACES


def is_time(part: Part) -> bool:
    """Whether it is a date, a month, a year or a longer time, and nothing besides."""
    other = {token.text.lower() for i, token in enumerate(part.tokens, part.first) if not _is_in_date(part, i)}
    return len(part.tokens) > len([t for t in part.tokens if t.text.lower() in other]) and other <= AROUND_DATES


def is_noun(part: Part) -> bool:
    """Whether it opens with a plain noun phrase of a moderate length."""
    opens = part.tokens[0].tag not in ("DT", "PRP$", "CC", "IN")
    return opens and part.has_noun() and len(part.tokens) < 12


def is_bare_noun(part: Part) -> bool:
    """Whether it is a noun with what stands before it, and nothing after it, and no part of a name."""
    if any(token.tag in ("IN", "WDT", "WP", "TO", "VBN", "VBG", ",", "PRP$") for token in part.tokens[1:]):
        return False
    first, last = part.tokens[0], part.tokens[-1]
    if first.text[0].isupper() or first.text in ("football", "and"):
        return False
    return last.tag in ("NN", "NNS") and last.text.islower()


def is_callable(part: Part) -> bool:
    """Whether one may say "a B called A": B is a sort of persons or things, and no role, share or quality."""
    head = sort_noun(part)
    is_role = head is None or (head.lower() in ROLES and not _is_broadcast(part, head))
    return not is_role and (not _is_joined(part) or is_list_of_sorts(part))


def is_uncluttered(part: Part) -> bool:
    """Whether "called A" after it is understood of B: it is short and ends with no clause of its own."""
    has_clause = any(token.relation in ("acl", "acl:relcl") for token in part.tokens)
    return len(part.tokens) <= (4 if has_clause else 9)


def is_movie(part: Part) -> bool:
    """Whether nothing in the name says that it is something else than a film."""
    return not {"series", "series)", "TV", "season", "video", "musical", "play", "show"} & {t.text for t in part.tokens}


def is_definite(part: Part) -> bool:
    """Whether it is a name or a certain thing, so that a negation cannot deny its existence or its number instead.

    With "is", what opens with "a" is every one of its sort.
    """
    if others(part.tokens[0].text) or part.tokens[0].text.lower() in SCOPE:
        return is_titled(part.tokens)
    if part.tokens[0].text.lower() not in ("a", "an"):
        return True
    verb = part.frame.parse.tokens[part.frame.verb].text
    is_subject = part.first == 0
    return is_subject and (verb == "is" or (is_titled(part.tokens) and part.tokens[-1].text not in DEMONYMS))


def is_made_somewhere(part: Part) -> bool:
    """Whether one says "from a country" of it: of persons and works, and not of what lies or holds there."""
    noun = sort_noun(part) or ""
    return noun not in LYING and not {"place", "city", "country", "water"} & set(classes(noun))


def is_without_scope(part: Part) -> bool:
    """Whether a negation before it denies the whole: no quantity, reason or other thing that it could deny instead."""
    return _denies_whole(part) and not _is_joined(part)


def is_sort_without_scope(part: Part) -> bool:
    """Whether a negation before it denies the whole, be it one sort of thing or two: "politician and attorney"."""
    return _denies_whole(part) and (not _is_joined(part) or is_list_of_sorts(part))


def is_list_of_sorts(part: Part) -> bool:
    """Whether it is two bare nouns or adjectives joined by one "and", with nothing that could belong to one alone."""
    places = [place for place, token in enumerate(part.tokens) if token.text in ("and", "or", "&", ",")]
    if len(places) != 1 or part.tokens[places[0]].text != "and" or not 0 < places[0] < len(part.tokens) - 1:
        return False
    return all(token.tag in _SORT_TAGS for token in part.tokens if token.text != "and")


_SORT_TAGS = (*NOUNS, "JJ", "HYPH")


def _denies_whole(part: Part) -> bool:
    words = {token.text for token in part.tokens}
    return not words & SCOPE and part.tokens[0].tag != "RB"


def _is_broadcast(part: Part, head: str) -> bool:
    """Whether it is a series of films, books or broadcasts, which has a name, and not a series of anything."""
    words = [token.text for token in part.tokens]
    place = words.index(head)
    return head == "series" and place > 0 and part.tokens[place - 1].tag in NOUNS


def sort_noun(part: Part) -> str | None:
    """The noun that says what sort of thing B is: the last of the run of nouns that it opens with."""
    found = None
    for token in part.tokens:
        if token.tag in NOUNS:
            found = token.text
        elif token.tag in ("IN", "WDT", "WP", "WRB", "VBN", "VBG", "TO", ",") and found is not None:
            break
    return found


def _has_second_clause(part: Part) -> bool:
    """Whether a finite verb stands in it that no relative pronoun opens, or a clause is joined to it."""
    relative = False
    for token in part.tokens:
        if token.text in ("that", "who", "which", "where", "whose", "whom", "when"):
            relative = True
        if token.text == "(":
            return not part.text.endswith(")")
        if token.tag in FINITE and token.text.islower() and not relative:
            return True
        if token.text in SUBORDINATING:
            return True
    return False


def _is_joined(part: Part) -> bool:
    """Whether it is several things, joined by "and" or "or" that stands in no name of one thing."""
    parse = part.frame.parse
    found = [i for i in range(part.first, part.last) if parse.tokens[i].text in ("and", "or", "&")]
    names = [(i, parse.entity_at(i)) for i in found]
    return any(e is None or e.kind == "PERSON" or not e.first < i < e.last for i, e in names)


def _possessed(part: Part) -> bool:
    """Whether a noun in small letters belongs to somebody: "Chinatown's producer"."""
    owner = next((i for i, token in enumerate(part.tokens) if token.text in ("'s", "’s", "'", "’")), None)
    return owner is not None and any(token.text.islower() for token in part.tokens[owner + 1 :])


def _is_term(part: Part) -> bool:
    """Whether it is a common noun as a term: "Pulmonary embolism"."""
    return len(part.tokens) <= 3 and all(token.tag in ("NN", "NNP", "JJ", "HYPH") for token in part.tokens)


def _is_in_date(part: Part, index: int) -> bool:
    found = part.frame.parse.entity_at(index)
    word = part.frame.parse.tokens[index].text
    return (found is not None and found.kind == "DATE") or _DECADE.fullmatch(word) is not None


_DECADE = re.compile(r"\d+|(?:twen|thir|for|fif|six|seven|eigh|nine)ties")


def _is_in_place(part: Part, index: int) -> bool:
    tokens, found = part.frame.parse.tokens, part.frame.parse.entity_at(index)
    if found is None:
        return False
    is_saint = index > 0 and tokens[index - 1].text == "St."
    return is_saint or found.kind == "PLACE" or bool({"city", "country", "place"} & set(classes(tokens[index].text)))
