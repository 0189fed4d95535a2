"""Words that may stand in the place of a plain word of a sentence without changing what it says."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from stumper.language.inflection import inflected, lemma, like
from stumper.language.lexicon import PartOfSpeech, safe_synonyms
from stumper.language.neighbours import load_neighbours
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS, SUBJECTS
from stumper.language.rewording.words import word_set

PARTS: dict[str, PartOfSpeech] = {
    "NN": "noun", "NNS": "noun", "JJ": "adj", "RB": "adv",
    "VB": "verb", "VBD": "verb", "VBG": "verb", "VBN": "verb", "VBP": "verb", "VBZ": "verb",
}  # fmt: skip
# Nouns that are counted where their synonyms are not: capital punishment, a penalty.
_COUNTED_OTHERWISE = word_set("punishment penalty kilometre kilometer metre meter litre liter mile pound ton gallon")
# What may be exchanged only where a word with one of these tags follows: *increasingly common*, *remained in place*.
_ONLY_BEFORE = {"increasingly": ("JJ", "RB"), "remain": ("IN", "JJ", "VBN"), "end": ("IN", "RB", "WRB", "CC", ",", ".")}
# Verbs whose synonyms are not said in the passive, and one that is said in it alone.
_ACTIVE, _PASSIVE = word_set("change"), word_set("locate")
# What a verb has behind it where its synonym may stand, and what it has not: *divided into two*, no *allowed for it*.
_WANTS = {"divide": re.compile(r"\b(?:into|between|among|over)\b")}
_WANTS_NO = {name: re.compile(r" for\b") for name in ("allow", "permit")} | {
    "provide": re.compile(r"[^,;.]*\bwith\b"),
    "increase": re.compile(r" in (?!the\b|each\b)[a-z]"),
}
# Nouns of which an adjective says what its synonyms say: no *primary productivity*, no *major blow*.
_ONLY_OF = {
    "major": word_set(
        "cause change contribution difference event factor figure influence issue problem reason role source step theme"
    ),
    "primary": word_set(
        "aim cause concern difference export factor focus function goal language means motive objective purpose reason "
        "responsibility role use"
    ),
}
_MEASURING = re.compile(r"\b(?:measur|inch|length|straight)")  # by a ruler of wood
# Participles that stand for prepositions.
_NO_VERBS = word_set("regarding depending including following concerning considering given provided surrounding")
_DEGREES = word_set("more most less least very so too as how quite rather")
_COMPARED = word_set("often frequently rarely quickly rapidly")  # adverbs of which there is more and less
# Verbs that govern a clause: to contend that something is so.
_OF_CLAUSES = word_set(
    "think contend maintain show expect anticipate find discover suggest propose ensure guarantee disclose reveal "
    "forecast predict permit allow"
)
_GOVERNING = word_set("of to upon at into from for with after on before")
# Fixed phrases in which the noun or adverb is no word of its own.
_IDIOMS = re.compile(
    r"\b(?:for (?:example|instance)|in (?:effect|fact|part|general|particular|response|support|place|addition)"
    r"|(?:take|takes|took|taking|taken) (?:effect|place|part)|(?:at|by|in) the end|end of the day|in its own right"
    r"|at (?:home|war|play|will|first|last)|on (?:foot|fire|demand|end)|last (?:year|month|week|night|season|decade)"
    r"|(?:as|is|are|was|were|be|been|became|become|form|forms|formed|forming|being) (?:a )?part of|war on|civil war"
    r"|as (?:a|the) (?:result|consequence)"
    r"|in agreement|reduced? to|in the beginning|beginnings|off to an? (?:\w+ )?start|very similar"
    r"|in large (?:part|measure)|to begin with|not (?:to )?exceed\w*"
    r"|by area|primary (?:ideal|school|care|element|election|education|source|colou?r|vote)s?"
    r"|make use|makes use|made use|by name|in the name|first aid|in aid of|sexual assault|attorney general"
    r"|under construction|building of|in connection with|public opinion|mental illness|in the company of|in protest"
    r"|(?:free|fair) trade|trade union|essential (?:oil|amino|acid|nutrient|relationship)s?|hostile (?:takeover|bid)"
    r"|initial (?:public|condition|value)s?|rare earths?|rapid transit|specific (?:gravity|heat)"
    r"|large (?:extent|majority|degree|intestine|number|amount|sum|quantity|quantitie)s?"
    r"|major (?:leagues?|depress\w+|scale|chord|key|general)|vast (?:majority|array|expanse)"
    r"|whole (?:number|grain|milk)s?|(?:and|or) various|almost (?:no|never|nothing|none|any|every)|more often|how often"
    r"|originally from|(?:years?|months?|weeks?|days?|decades?) previously|previously (?:\w+ )?released"
    r"|roughly speaking|no further|(?:this|that|no) end|logical consequence|(?:very|on (?:a|the)) large"
    r"|used to(?= (?:the|an?|certain|such|this|their|his|her)\b)"
    r"|seiz\w+ (?:control|power)|basic sciences?|thin films?"
    r"|conduct(?:s|ed|ing)? (?:[\w-]+ ){0,3}(?:orchestra|symphony|choir|electricity|heat|current))\b"
)


def is_plain(parse: Parse, index: int) -> bool:
    """Whether a word is a common one that stands for itself: in no name, quotation, compound or fixed phrase."""
    tokens = parse.tokens
    token = tokens[index]
    if token.tag not in PARTS or not token.text.isalpha() or not token.text.islower() or len(token.text) < 3:
        return False
    if (
        parse.entity_at(index) is not None
        or _is_quoted(parse, index)
        or _is_idiom(parse, index)
        or token.relation in ("compound", "fixed", "flat")
    ):
        return False
    if like(lemma(token.text, token.tag), token.text, token.tag) != token.text:  # it is tagged as what it is not
        return False
    around = [tokens[i] for i in (index - 1, index + 1) if 0 <= i < len(tokens)]
    if any(t.text in ("-", "–", "/") and (t.end == token.start or t.start == token.end) for t in around):
        return False
    if token.tag in NOUNS:
        if any(t.tag.startswith("NNP") for t in around[:-1]) or around[-1].tag in NOUNS:
            return False
        return around[0].tag not in NOUNS  # *heart attack*, *license agreement*
    if PARTS[token.tag] == "verb":
        if around[0].tag in ("DT", "POS", "PRP$"):  # *after the end*, tagged as a verb
            return False
        if around[0].tag in ("DT", "POS", "PRP$", "JJ", "VBN") and around[-1].tag in (*NOUNS, "JJ"):
            return False
        if around[0].text == "very" or token.text in _NO_VERBS or _is_no_deed(parse, index):
            return False
        may_describe = token.tag == "VBG" and around[-1].tag in NOUNS and around[0].tag not in ("IN", ",", "TO", "RB")
        if may_describe and around[0].lemma != "be":  # *terraced retaining walls*
            return False
        below = {tokens[i].relation for i in parse.children(index)}
        if "compound:prt" in below or token.relation in ("amod", "aux", "cop", "aux:pass"):
            return False
        return "xcomp" not in below or has_infinitive(parse, index)
    if token.tag == "RB":
        return around[0].text.lower() not in _DEGREES or token.text in _COMPARED
    predicate = any(tokens[i].relation == "cop" for i in parse.children(index))
    return (token.relation == "amod" or predicate) and not around[-1].text[0].isupper()


def _is_no_deed(parse: Parse, index: int) -> bool:
    """Whether *used* or *using* is no verb of its own: *he was used to nuns*, *shown using salt*."""
    token, (before, *after) = parse.tokens[index], parse.tokens[max(0, index - 1) : index + 3]
    if token.text == "using":
        return before.tag not in ("IN", ",") and before.lemma != "be"
    if token.text != "used" or len(after) < 3:
        return False
    return after[1].text == "to" and after[2].tag != "VB"


def exchanges(parse: Parse, index: int, least_share: float | None) -> Sequence[str]:
    """What may replace a word, the first choice first, as dictionary forms.

    Nouns that the table of interchangeable words lacks are looked up in WordNet where a share is given, and replaced
    where this share of their uses, as far as can be estimated, have the sense of the synonym.
    """
    token = parse.tokens[index]
    part, name = PARTS[token.tag], lemma(token.text, token.tag)
    if name == "war" and not any(parse.tokens[i].relation == "det" for i in parse.children(index)):
        return ()  # *war broke out*
    after = parse.tokens[index + 1].tag if index + 1 < len(parse.tokens) else ""
    if name in _ONLY_BEFORE and after not in _ONLY_BEFORE[name]:
        return ()
    if name == "ruler" and _MEASURING.search(parse.text):
        return ()
    if name in _ONLY_OF and parse.tokens[index + 1].lemma not in _ONLY_OF[name]:
        return ()
    known = _known(parse, index, part, name)
    if known is not None:
        around = parse.text.lower()
        fit = [word for word in known if part != "verb" or _fits(parse, index, word)]
        if part == "adv":
            fit = [word for word in fit if " " not in word or _may_be_long(parse, index, word)]
        if name == "various" and index and parse.tokens[index - 1].tag in ("DT", "PDT", "PRP$"):
            fit = [word for word in fit if word != "several"]
        if token.tag == "JJ" and index and parse.tokens[index - 1].text.lower() in ("more", "most", "less", "least"):
            fit = [word for word in fit if len(word) > _COMPARED_BY_ENDING]  # *no more hard*
        return [word for word in fit if not re.search(rf"\b{re.escape(word)}", around)]  # no *surname or family name*
    if (
        least_share is None or part != "noun" or name in _COUNTED_OTHERWISE
    ):  # WordNet's senses keep no frames, and adjectives fit few nouns
        return ()
    found = safe_synonyms(name, part, least_share)
    return [
        word for word in found if word.isalpha() and word.islower() and _is_common(word) and not _alike(word, name)
    ][:2]


def _may_be_long(parse: Parse, index: int, adverb: str) -> bool:
    """Whether an adverb of several words may stand here: before no adjective of a noun (*a mostly dry town*), and
    beside no word of its own (*at first in the first week*).
    """
    before, after = parse.tokens[index - 1].tag if index else "", parse.tokens[index + 1].tag
    within = before in ("DT", "PRP$", "POS", "IN", "CD", "JJ") and after in ("JJ", "VBN", "VBG", *NOUNS)
    return not within and not re.search(rf"\b{adverb.split()[-1]}\b", parse.text)


_COMPARED_BY_ENDING = 6  # letters of an adjective that may have an ending for *more*
_TO = re.compile(r"\bto\b")
_CHANGED_TO = re.compile(r"\b(?:to|from|into|for|hands|course|sides)\b")


def _known(parse: Parse, index: int, part: PartOfSpeech, name: str) -> Sequence[str] | None:
    """What the table has for a word; for a verb, by what hangs on it."""
    rows = interchangeable()
    below = {parse.tokens[i].relation for i in parse.children(index)}
    if part == "verb" and "xcomp" in below:
        return rows.get(("verb+to", name), ())
    if (part, name) in rows or part != "verb":
        return rows.get((part, name))
    has_object = bool(below & {"obj", "nsubj:pass", "aux:pass"})
    return rows.get(("verb+obj" if has_object else "verb-obj", name))


def _fits(parse: Parse, index: int, word: str) -> bool:
    """Whether another verb can have the form that the sentence asks for, and govern what the verb governs."""
    tokens = parse.tokens
    token, below = tokens[index], {tokens[i].relation for i in parse.children(index)}
    name = lemma(token.text, token.tag)
    if (name in _ACTIVE and token.tag == "VBN") or (name in _PASSIVE and token.tag != "VBN"):
        return False
    if name in _WANTS and not _WANTS[name].search(parse.text, token.end):
        return False
    if name in _WANTS_NO and _WANTS_NO[name].match(parse.text, token.end):
        return False
    if name == "change" and _CHANGED_TO.search(parse.text, token.end):
        return False  # *changed its name to*
    if "ccomp" in below and word not in _OF_CLAUSES:
        return False
    if word == "bring about" and _TO.search(parse.text, token.end):
        return False  # *caused the ice to melt*
    # what ends with its particle takes no object behind it without a strain, nor *by* in the passive
    if token.tag == "VBN" and word.split()[-1] in _GOVERNING:
        return False
    # a parser takes one form for the other where they are alike: *plague killed thousands*
    helped = any(relation.startswith("aux") for relation in below) or token.relation in ("acl", "advcl")
    is_told = helped if token.tag == "VBN" else bool(below & set(SUBJECTS))
    return token.tag not in ("VBN", "VBD") or is_told or inflected(word, "VBN") == inflected(word, "VBD")


def has_infinitive(parse: Parse, index: int) -> bool:
    """Whether *to* and a verb hang on the verb."""
    tokens = parse.tokens
    opened = [i for i in parse.children(index) if tokens[i].relation == "xcomp"]
    return all(tokens[i].tag == "VB" and tokens[i - 1].text == "to" for i in opened)


def _is_idiom(parse: Parse, index: int) -> bool:
    """Whether the word is part of a fixed phrase."""
    token = parse.tokens[index]
    return any(start <= token.start < end for start, end in _idioms(parse.text))


@lru_cache(maxsize=64)
def _idioms(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in _IDIOMS.finditer(text))


def _is_quoted(parse: Parse, index: int) -> bool:
    before = parse.text[: parse.tokens[index].start]
    opened = any(before.count(a) > before.count(b) for a, b in ("“”", "‘’", "[]"))  # [citation needed]
    return before.count('"') % 2 == 1 or opened


def _alike(one: str, other: str) -> bool:
    """Whether two words look like forms or spellings of one."""
    return one[:5] == other[:5]


def _is_common(word: str) -> bool:
    return bool(load_neighbours().nearest(word))


@cache
def interchangeable() -> dict[tuple[str, str], tuple[str, ...]]:
    """The rows of interchangeable.txt."""
    text = (files("stumper.language.rewording") / "interchangeable.txt").read_text(encoding="utf-8")
    rows: Iterable[list[str]] = (line.split(" ", 2) for line in text.splitlines() if not line.startswith("#"))
    return {(part, word): tuple(others.split(", ")) for part, word, others in rows}
