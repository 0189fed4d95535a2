"""The texts that a piece of an answer line stands for: alternatives, optional words, what is left of a description."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from unicodedata import name as letter_name

from stumper.tasks.quizbowl.answers.forms import OXIDATION_STATE
from stumper.tasks.quizbowl.answers.small_words import RANKS, SMALL_WORDS


def named_by(main: str) -> list[str]:
    """The main answer of a line, then all that it says besides: alternatives, without by-names, what is underlined."""
    stated = re.split(r"[\s;,:]*\s[Oo]r,?\s+|\s+/\s+", main)
    pieces = [piece for part in stated for piece in names_in(part) if _has_letters(piece)]
    found = [text for piece in pieces for text in _forms(piece)]
    underlined = [text for piece in pieces if (text := _underlined(piece))]
    return [text for text in dict.fromkeys([*found, *underlined]) if text]


def underlined_beginnings(main: str) -> list[str]:
    """What stands before the subtitle, of what is underlined with its subtitle: all of that must be said."""
    return [_tidy(part.split(":")[0]) for part in re.findall("\x01(.*?)\x02", main) if re.search(r"\w: ", part)]


def alternatives(payload: str, is_list: bool) -> list[str]:
    """What stands behind accept, prompt on or do not accept; nothing of a mere description ("obvious equivalents").

    Of a list, "and" parts as well as "or".
    """
    text = _LEADS.sub("", _ASIDE.sub("", payload.strip()))
    if (vague := _VAGUE.match(text)) is not None:
        text = vague["examples"] or vague["meant"] or ""
        if vague["meant"] and len(text.split()) > 6 and not _is_enumeration(text):
            return []
    text = _AND_MORE.sub("", _without_condition(text))
    found: list[str] = []
    for piece in _split(text, is_list):
        if vague is None and _VAGUE.match(piece) and piece != text:
            found += alternatives(piece, is_list)
        elif not (_NOTHING.match(piece) or _VAGUE.match(piece) or _WHEN.match(piece)):
            found += [*_forms(piece), _underlined(piece)]
    return [text for text in dict.fromkeys(found) if text and len(text.split()) <= 14]


def parts_of(main: str) -> list[str]:
    """The parts of which any is enough, where a line says so: what is underlined, else between commas, else words."""
    if main.count("\x01") > 1:
        return [_tidy(part) for part in re.findall("\x01(.*?)\x02", main)]
    text = _tidy(main)
    parts = re.split(r"\s*,\s*|\s*:\s+", text)
    if len(parts) == 1:
        parts = re.split(r"\s+(?:and|&|or|vs?\.?|versus)\s+|\s*/\s*", text)
    if len(parts) == 1:
        parts = re.split(r"(?<=\w['’]s)\s+", text)
    if len(parts) == 1:
        words = [word for word in text.split() if word.lower() not in _SMALL]
        parts = words if len(words) < 3 else [words[0], words[-1]]
    return [part for part in map(_tidy, parts) if len(part) > 2 and part.lower() not in _SMALL]


def halves_of(main: str) -> list[str]:
    """What "and" joins, each by itself: of an answer of which both are required."""
    text = _tidy(main)
    halves = re.split(r",?\s+(?:and|AND|&)\s+", text)
    return [*map(_tidy, halves)] if len(halves) > 1 else []


def beginnings_and_ends(main: str) -> list[str]:
    """Each that a place and its team may be parted into: Boston, Red Sox."""
    words = _tidy(main).split()[:_LONGEST_TEAM]
    return [" ".join(part) for at in range(1, len(words)) for part in (words[:at], words[at:])]


def _forms(piece: str) -> Iterator[str]:
    """The text as it stands, then with its optional words, by-names and additions left out or chosen."""
    text = piece.replace("\x01", "").replace("\x02", "")
    text = _WHEN_ASIDE.sub("", text)
    text = OXIDATION_STATE.sub(lambda found: found.group().translate(_HIDE), text)
    without = re.sub(r"\s*\([^()]*\)", lambda found: " " if found.group()[0].isspace() else "", text)
    within = re.sub(r"\(([^()]*)\)", r"\1", text)
    without, within = without.translate(_SHOW), within.translate(_SHOW)
    plain = _tidy(without) or _tidy(within)
    if "/" in plain and " / " not in plain and 1 < len(plain.split()) < 8:
        choices = [_either(word) for word in plain.split()]
        if prod(map(len, choices)) <= 4:
            yield from (_tidy(" ".join(words)) for words in product(*choices))
    yield plain
    if "/" in plain and " " not in plain:
        yield from map(_tidy, _either(plain))
    if within != without and len(within.split()) <= len(without.split()) + _LONGEST_OPTION:
        yield _tidy(within)
    if (same := _NAME_BEHIND.match(text)) is not None and _is_in_another_script(_tidy(same["name"]), same["behind"]):
        yield _tidy(same["behind"])
    if nickname := _NICKNAME.match(plain):
        yield _tidy(f"{nickname['given']} {nickname['family']}")
        yield _tidy(f"{nickname['by']} {nickname['family']}")


def _is_in_another_script(name: str, behind: str) -> bool:
    """Whether what stands in brackets behind a name says it again in another script: one of the two is all in Latin
    letters, the other has none of them.

    Latin words begin and end with a capital, as those of a description do not ("Russian writer"); else they are what
    the one letter before them is called: π (pi), but not β (decay).
    """
    is_latin = [{"LATIN" in letter_name(one, "") for one in text if one.isalpha()} for text in (name, behind)]
    if is_latin != [{False}, {True}]:
        return is_latin == [{True}, {False}]
    first, *_, last = re.findall(r"[^\W\d_]+", behind) * 2
    is_letter = len(name) == 1 and letter_name(name, "").endswith(f" LETTER {behind.strip().upper()}")
    return is_letter or (first[0].isupper() and last[0].isupper())


def _is_enumeration(text: str) -> bool:
    _, *others = re.split(r"\s*,\s+", text)
    return len(others) > 1 and all(len(other.split()) <= 4 for other in others)


def _either(word: str) -> list[str]:
    return [part for part in word.split("/") if part] if "/" in word else [word]


def _split(text: str, is_list: bool) -> list[str]:
    """The alternatives between "or", and between commas where there are several or each is quoted."""
    hidden = _QUOTED.sub(lambda found: found.group().translate(_HIDE), text)
    pieces = re.split(r"\s*,?\s+(?:and/)?or(?:\s+else)?\s+|^or\s+|\s+/\s+", hidden)
    if is_list:
        pieces = [part for piece in pieces for part in re.split(r"\s*,?\s+(?:and|nor)\s+", piece)]
    parted = [part for piece in pieces for part in re.split(r"\s*,\s+", piece)]
    commas = len(parted) - len(pieces)
    if commas > 1 and not is_list and _AND.match(parted[-1]):
        return [text]
    if is_list or commas > 1 or (commas and len(pieces) > 1) or (commas and all(part[:1] in '“"' for part in parted)):
        pieces = [part for part in parted if not _JUNIOR.fullmatch(part)]
    return [piece.translate(_SHOW).strip() for piece in pieces]


def _without_condition(text: str) -> str:
    hidden = _QUOTED.sub(lambda found: found.group().translate(_HIDE), text)
    condition = _CONDITION.search(hidden)
    return text[: condition.start()] if condition else text


def _underlined(piece: str) -> str:
    """What is underlined of it, where that is not all but small words."""
    found = re.findall("\x01(.*?)\x02", piece)
    left_out = re.sub("\x01.*?\x02", " ", piece)
    is_all = SMALL_WORDS.union(ENGLISH_ARTICLES).issuperset(re.findall(r"\w+", left_out.casefold()))
    return "" if is_all and len(found) > 1 else _tidy(" ".join(found))


def _tidy(text: str) -> str:
    text = " ".join(text.replace("\x01", "").replace("\x02", "").split())
    text = text.strip(" ,;:|*_")
    if text[:1] in _MARKS and text[-1:] in _MARKS and not any(mark in text[1:-1] for mark in '“”"'):
        text = text[1:-1]
    elif text[-1:] in '”"' and not any(mark in text[:-1] for mark in '“"'):
        text = text[:-1]
    elif text[:1] in '“"' and not any(mark in text[1:] for mark in '”"'):
        text = text[1:]
    text = text.strip(" ,;:")
    if text.endswith(".") and not _ABBREVIATED.search(text):
        text = text[:-1]
    return text if _has_letters(text) else ""


def _has_letters(text: str) -> bool:
    return any(character.isalnum() for character in text)


# Within quotes, what would part an answer (and what is needed of its brackets) is hidden behind private characters.
_HIDDEN = {" ": "\ue000", ",": "\ue001", "/": "\ue002", ";": "\ue003", "(": "\ue004", ")": "\ue005"}
_HIDE = str.maketrans(_HIDDEN)
_SHOW = str.maketrans({hidden: sign for sign, hidden in _HIDDEN.items()})
_QUOTED = re.compile(r"“[^”]*”|(?<!\w)\"[^\"]*\"|(?<!\w)‘[^’]*’(?!\w)")
_MARKS = "“”\"‘’'"
_LEADS = re.compile(
    r"^(?:(?:on|either|just|only|simply|the following|also|merely|partial answers? like|any of(?: the following)?)\s+"
    r"|:\s*)+(?=\S)",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"""(?:(?:an?|any|all|the|other|others|full|some|more|less|most|clear|clear-cut|obvious|reasonable|logical|specific|
        general|vague|similar|descriptive|partial|equivalent|alternate|alternative|common|appropriate|word|different|additional|incomplete|
        correct|both|of|these|such|that|and|or|also|single|things|thing|individual|particular|right)\s+)*
        (?:equivalents?|equivalence|forms?|synonyms?|descriptions?|answers?|variants?|variations?|translations?|examples?|
        types?(?=\ of|\ such|$)|(?:(?<=specific\ )|(?<=any\ ))\w+(?=\ (?:such\ as|like)\ )|polity\ types|
        varieties|kinds?|anything|things|something|responses?|knowledge|specifics|names?|mentions?|versions?|spellings?|
        individuals?|subtypes?|explanations?|paraphrases?|indications?)\b
        (?:(?:[^“"]*?(?:\bsuch\ as|\blike|\bincluding|\be\.?\s?g\.?,?|:)\s+(?P<examples>.+))
        |(?:[^“"]*?\b(?:indicat|mention|involv|describ|refer|stat|suggest|about|relat|imply|contain|includ)\w*
           (?:\s+(?:to|that|the\ words?|forms\ of(?:\ the\ word)?|of))*\s+(?P<meant>.+))
        |.*)$""",
    re.VERBOSE | re.IGNORECASE,
)
_CONDITION = re.compile(
    r"""(?<=\S)\s*[,(]?\s+(?:(?:but|and|only|then|even|also)\s+)*
        (?:(?:before|until|till|after|once|unless)\s+(?=\S)
        |(?:if|when|because|since|although|though|even\ though|as\ long\ as|at\ any\ point|regardless
          |in\ that\ order|in\ any\ order|in\ either\ order)\b
        |by\ (?:asking|saying)|asking|for\ more|with\s+(?=[“"‘\ue000]|["“])
        |and\ (?:ask|say)\b|alone\b|by\ itself\b|on\ its\ own\b|early\b|one\ supposes
        |which\ |who\ |where\ |(?:before|after)$).*$""",
    re.VERBOSE,
)
_NOTHING = re.compile(
    r"""^(?:(?:any\ )?specific\ \w+|etc\.?|vice\ versa|so\ on|the\ like|others?|
        (?:obvious|clear|word)?\s*equivalents?|word\ forms?|synonyms?|similar|
        afterwards?|after|before|thereafter|
        (?:it|that|them)\ after(?:wards?)?|but\ specifically|(?:related|similar)\ answers?.*|
        etc\b.*|.*\bunderlined\b.*|
        the\ (?:first|second|third|unnamed|particle|quote|clues?|artists?|author|story|lead-?in|term|sentence)\b.*
          \b(?:is|are|was|refers?)\b.*|
        (?:the\ |their\ )?(?:names?|answers?|parts?|words?|and\ )?\s*in\ (?:either|any|that)\ order\b.*|
        (?:either|both|any|each|all)(?:\s*(?:/|or)\s*(?:either|both|any|all))?|
        partial(?:\ answers?)?|above|the\ above|it|them|mentioned|mention|read)$""",
    re.VERBOSE | re.IGNORECASE,
)
_WHEN = re.compile(r"(?:until|before|after|once|if)\b")
_WHEN_ASIDE = re.compile(r"\s*[(\[](?:until|before|after|once|if)\b[^()\[\]]*[)\]]")
_ASIDE = re.compile(
    r"^(?:\[[^()\[\]]*\]|\((?:(?:until|before|after|once|if)\b[^()\[\]]*|[^()\[\]]*(?:ly|\s\S+\s\S+))\))\s*"
)
_AND_MORE = re.compile(
    r"(?:,?\s+(?:and|or)\s+(?:other|any|equivalent|similar|the\s+like|so\s+on|reasonable|more)\b.*|\s*,?\s*\betc\b\.?)$"
)
_NAME_BEHIND = re.compile(r"(?P<name>[^()]+)\((?P<behind>[^()]+)\)\s*$")
_NICKNAME = re.compile(r"(?P<given>[^“\"]+?)\s+[“\"](?P<by>[^“”\"]+)[”\"]\s+(?P<family>[^“”\"]+)$")
_AND = re.compile(r"(?:and|&)\s")
_JUNIOR = re.compile(r"(?:Jr|Sr)\.?", re.IGNORECASE)
_ABBREVIATED = re.compile(r"(?:\b[A-Za-z]\.|\b(?:Jr|Sr|St|Mt|Dr|Mr|Mrs|etc|Co|Inc|No))\.?$")
_LONGEST_TEAM = 6
_LONGEST_OPTION = 5
_SMALL = frozenset(["the", "and", "for", "von", "van", "der", "den", "del", "des", "les", "los", "las"])


def names_in(part: str) -> list[str]:
    """Names of one thing between commas or a slash, where they are: each underlined, of which no "and" makes a list;
    in lower case or with a word in common ("Hubble parameter, Hubble constant"); in two languages."""
    sides = part.split("/")
    if len(sides) > 1 and all(len(side.split()) > 1 for side in sides):
        return sides
    pieces = re.split(r",\s+", part)
    if len(pieces) == 1 or _LIST.search(part) or any(map(_TRAILING.search, pieces)):
        return [part]
    if all("\x01" in piece for piece in pieces):
        return pieces
    plain = [_plain(piece) for piece in pieces]
    if all(piece[:1].islower() for piece in plain) or _share_word(plain) or _are_translations(plain):
        return pieces
    return [part]


def _share_word(pieces: Sequence[str]) -> bool:
    """Whether two names begin or end with one word, and are of as many."""
    words = [piece.casefold().split() for piece in pieces]
    if len({len(some) for some in words}) > 1 or len(words[0]) < 2:
        return False
    return len({some[0] for some in words}) == 1 or len({some[-1] for some in words}) == 1


def _are_translations(pieces: Sequence[str]) -> bool:
    """Whether one of two names has the small words of another language, and the other English ones, or both begin with
    an article."""
    if len(pieces) != 2 or not all(" " in piece and piece[0].isupper() for piece in pieces):
        return False
    words = [piece.casefold().split() for piece in pieces]
    if any(some[0] in RANKS for some in words):
        return False
    if all(some[0] in ENGLISH_ARTICLES | _ARTICLES for some in words):
        return True
    foreign = [not _OF_OTHER_LANGUAGES.isdisjoint(some) for some in words]
    english = [not _OF_ENGLISH.isdisjoint(some) for some in words]
    return foreign != english and sorted(foreign) == sorted(english) == [False, True]


def _plain(piece: str) -> str:
    return " ".join(piece.replace("\x01", "").replace("\x02", "").strip(" “”\"‘’'*_").split())


_LIST = re.compile(r"\b(?:and|AND)\b|&")
_TRAILING = re.compile(r"\b(?:of|the|in|on|to|for|Jr\.?|Sr\.?)\s*$")
_OTHER_ARTICLES = "le la les l der die das el los las il lo i gli un une ein eine o os as"
_OTHER_SMALL_WORDS = "de des du del della di den dem und et y e à au aux zur zum von en"
_SMALL_WORDS = "of and in on to with from for by without"
ENGLISH_ARTICLES = frozenset(["the", "a", "an"])
_ARTICLES = frozenset(_OTHER_ARTICLES.split())
_OF_OTHER_LANGUAGES = _ARTICLES.union(_OTHER_SMALL_WORDS.split())
_OF_ENGLISH = ENGLISH_ARTICLES.union(_SMALL_WORDS.split())
