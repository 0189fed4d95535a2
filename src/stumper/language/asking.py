"""Which words of a question ask: the word, the noun with it, and what was put before them."""

from collections.abc import Sequence

from stumper.language.clauses import ASKING, AUXILIARIES, PREPOSITIONS, Span, is_finite, is_word
from stumper.language.lexicon import senses
from stumper.language.parse import Parse, Token

_ABOUT = frozenset(["about", "approximately", "roughly", "around", "nearly", "almost", "exactly"])
_CONDITIONS = frozenset(str.split("if when after before since although while because unless once as"))
_JOINED = ("when", "where", "why", "how")  # "when and where was it built"


def asked(parse: Parse) -> Span:
    """The tokens of the last sentence that has a word, without the marks around it."""
    first, end = 0, len(parse.tokens)
    while (
        end > first
        and not any(letter.isalnum() for letter in parse.tokens[end - 1].text)
        and _is_closing(parse, end - 1)
    ):
        end -= 1
    for i in range(end - 2, first, -1):
        is_end = parse.tokens[i].text in (".", "?", "!") and parse.tokens[i + 1].text[:1].isupper()
        if is_end and i + 2 < end and parse.text[: parse.tokens[i].start].count('"') % 2 == 0:
            first = i + 1
            break
    while first < end and not parse.tokens[first].text[0].isalnum() and parse.tokens[first].text not in "\"'“‘($£€#":
        first += 1
    return Span(first, end)


def _is_closing(parse: Parse, index: int) -> bool:
    """Whether a mark at the end may go; a quotation mark or bracket belongs to what it closes."""
    return parse.tokens[index].text not in ('"', "”", "’", "'", ")", "]", "''", "%", "$")


def asking_word(parse: Parse, whole: Span) -> int | None:
    """The word that asks: the first one, or where that opens a subordinate or relative clause, a later one."""
    tokens = parse.tokens
    found = [i for i in whole if is_word(tokens[i], ASKING) and not ends_name(parse, i)]
    if not found:
        return None
    first = found[0]
    later = [i for i in found[1:] if _after_comma(parse, whole, i)]
    if first == whole.first and _subordinates(parse, first) and later:
        return later[0]
    if first == whole.first or _is_prefix(parse, whole.first, first):
        return first
    after = [i for i in found if _after_comma(parse, whole, i)]
    if after and not any(is_finite(parse, i) for i in range(whole.first, after[0])):
        return after[0]
    if after and tokens[whole.first].tag in ("IN", "TO", "VBG", "VBN", "RB", "WRB"):
        return after[-1] if tokens[after[-1]].text.lower() != "which" else after[0]
    whats = [i for i in found if ASKING[tokens[i].text.lower()] in ("what", "how")]
    if whats:
        return whats[-1]
    last = found[-1]
    return last if _ends_soon(parse, last, whole.end) or not _is_relative(parse, last) else None


def ends_name(parse: Parse, index: int) -> bool:
    """Whether a word that could ask is a name's last one, as in the name of a doctor on television."""
    token, before = parse.tokens[index], parse.tokens[index - 1]
    return index > 0 and token.text[0].isupper() and before.text[0].isupper() and before.tag.startswith("NN")


def _ends_soon(parse: Parse, index: int, end: int) -> bool:
    return not any(is_finite(parse, i) for i in range(index + 1, end))


def _is_relative(parse: Parse, index: int) -> bool:
    return (
        index > 0 and parse.tokens[index - 1].tag.startswith(("NN", ",")) and not parse.tokens[index].text[0].isupper()
    )


def _subordinates(parse: Parse, index: int) -> bool:
    """Whether a first when, where or how opens a subordinate clause: no auxiliary follows it."""
    following = parse.tokens[index + 1] if index + 1 < len(parse.tokens) else None
    return (
        is_word(parse.tokens[index], ("when", "where", "while"))
        and following is not None
        and not is_word(following, AUXILIARIES)
    )


def _after_comma(parse: Parse, whole: Span, index: int) -> bool:
    tokens = parse.tokens
    before = index - 1
    while before > whole.first and (tokens[before].tag in PREPOSITIONS or tokens[before].tag == "CC"):
        before -= 1
    return before > whole.first and tokens[before].text in (",", ":", ";", "-", "–", "—")


def _is_prefix(parse: Parse, first: int, end: int) -> bool:
    """Whether a preposition, with what may stand in it, is all before the asking word."""
    tokens = parse.tokens[first:end]
    return (
        bool(tokens)
        and (tokens[0].tag in ("IN", "TO", "VBG", "VBN", "RB") or _begins_preposition(tokens))
        and not any(token.text == "," or is_finite(parse, first + i) for i, token in enumerate(tokens))
        and (tokens[-1].tag in (*PREPOSITIONS, "VBG", "RB") or _opens_bare(parse, end))
    )


def _begins_preposition(tokens: Sequence[Token]) -> bool:
    """Whether an adjective begins a preposition of two words: "prior to"."""
    return tokens[0].tag == "JJ" and (len(tokens) == 1 or tokens[1].tag in ("IN", "TO"))


def _opens_bare(parse: Parse, asking: int) -> bool:
    """Whether an auxiliary follows what asks, after an opening without a comma."""
    return any(is_word(token, AUXILIARIES) for token in parse.tokens[asking + 1 :]) or is_word(
        parse.tokens[asking], ("how", "who")
    )


def fronted(parse: Parse, whole: Span, asking: int) -> tuple[Span, Span] | None:
    """Opening and preposition before a fronted asking word; None where it stands in the answer's place."""
    tokens = parse.tokens
    begin = asking
    while begin > whole.first and _is_small(parse, whole, begin - 1):
        begin -= 1
    if asking - 1 == whole.first and is_word(tokens[asking - 1], _ABOUT) and is_word(tokens[asking], ("how",)):
        return Span(asking, asking), Span(asking, asking)
    if begin == whole.first:
        return Span(begin, begin), Span(begin, asking)
    if _after_comma(parse, whole, asking):
        return Span(whole.first, begin), Span(begin, asking)
    is_turned = asking + 1 < whole.end and is_word(tokens[asking + 1], AUXILIARIES)
    if is_turned and is_word(tokens[whole.first], _CONDITIONS):  # "if it rained what would they do"
        return Span(whole.first, asking), Span(asking, asking)
    if _is_prefix(parse, whole.first, asking):
        if tokens[asking - 1].tag in PREPOSITIONS and _is_small(parse, whole, asking - 1):
            return Span(whole.first, whole.first), Span(whole.first, asking)
        return Span(whole.first, asking), Span(asking, asking)
    return None


def _is_small(parse: Parse, whole: Span, index: int) -> bool:
    """Whether a word is a preposition or a conjunction; a name is none, whatever tag the parser gives it."""
    token = parse.tokens[index]
    is_name = index > whole.first and token.text[0].isupper()
    return token.tag in (*PREPOSITIONS, "CC") and token.text != "," and not is_name


def asking_phrase(parse: Parse, asking: int, end: int) -> tuple[Span, str]:
    """The words that ask, with many, much or the adjective of a how; and their kind."""
    kind = ASKING[parse.tokens[asking].text.lower()]
    if kind in _JOINED and asking + 3 < end and _joins(parse, asking + 1):
        return Span(asking, asking + 3), kind
    if asking + 1 < end and is_word(parse.tokens[asking + 1], ("else",)):
        return Span(asking, asking + 2), kind
    if kind != "how" or asking + 1 >= end:
        return Span(asking, asking + 1), kind
    following = parse.tokens[asking + 1]
    if is_word(following, ("many", "much")):
        return Span(asking, asking + 2), f"how-{following.text.lower()}"
    is_measured = asking + 2 < end and is_word(parse.tokens[asking + 2], AUXILIARIES)  # "how hot does it get"
    if (following.tag.startswith(("JJ", "RB")) or is_measured) and not is_word(following, AUXILIARIES):
        return Span(asking, asking + 2), "how-adjective"
    return Span(asking, asking + 1), "how"


def _joins(parse: Parse, index: int) -> bool:
    """Whether a second word that asks follows an and here."""
    following = ASKING.get(parse.tokens[index + 1].text.lower())
    return is_word(parse.tokens[index], ("and", "or")) and following in _JOINED


def asked_noun(parse: Parse, phrase: Span, kind: str, end: int) -> Span:
    """What stands between the asking words and the first finite verb, where they take a noun."""
    if kind not in ("what", "which", "whose", "how-many", "how-much"):
        return Span(phrase.end, phrase.end)
    first = phrase.end
    stop = finite_verb(parse, first, end)
    if stop == first and _modifies(parse, first, end):  # "which threatened birds live there"
        stop = finite_verb(parse, first + 1, end)
    if all(parse.tokens[i].tag in ("RB", "RBS", "IN", "TO") for i in range(first, stop)) and not (
        kind.startswith("how-") or kind == "which"
    ):
        return Span(first, first)
    while stop - 1 > first and parse.tokens[stop - 1].tag in ("RB", "RBS", "RBR"):
        if is_word(parse.tokens[stop - 1], ("back",)) and is_word(parse.tokens[stop - 2], ("running",)):
            break  # "which running back did they sell"
        stop -= 1
    return Span(first, stop)


def _modifies(parse: Parse, index: int, end: int) -> bool:
    """Whether a participle belongs to the plural behind it, because a finite verb follows outside relative clauses."""
    tokens = parse.tokens
    if index + 2 >= end or tokens[index].tag not in ("VBN", "VBD") or tokens[index + 1].tag != "NNS":
        return False
    if is_word(tokens[index], AUXILIARIES):
        return False
    later = [i for i in range(index + 2, end) if tokens[i].tag in ("VBP", "VBD", "VBZ", "MD")]
    return bool(later) and not any(
        is_word(tokens[i], (*ASKING, "that", ",", "if", "because", "after", "before", "and"))
        for i in range(index, later[0])
    )


def finite_verb(parse: Parse, first: int, end: int) -> int:
    """The first finite verb of the main clause; by the parse, or any verb, where no tag says so.

    A form of do is the one, wherever a participle before it looks like it.
    """
    for i in range(first + 1, end):
        if AUXILIARIES.get(parse.tokens[i].text.lower()) == "do" and i + 2 < end:
            before = [parse.tokens[k] for k in range(first, i)]
            if not any(
                is_word(token, (*AUXILIARIES, "that", "who", "which", ",", "if", "when", "while", "because", "after"))
                for token in before
            ):
                return i
            break
    relative = False
    for i in range(first, end):
        if is_word(parse.tokens[i], ("that", "who", "which")) and i > first and not ends_name(parse, i):
            relative = True
        elif is_finite(parse, i) or (parse.tokens[i].relation == "root" and parse.tokens[i].tag == "VBN"):
            if not relative:
                return i
            relative = False
    for fits in (_is_verb_form, _follows_plural, _looks_past):
        for i in range(first, end):
            if fits(parse, i) and (i > first or first == 1):
                return i
    return end


def _is_verb_form(parse: Parse, index: int) -> bool:
    token = parse.tokens[index]
    return token.tag in ("VBN", "VB") or (token.tag in ("NNS", "VBG") and token.relation == "root")


def _follows_plural(parse: Parse, index: int) -> bool:
    return parse.tokens[index - 1].tag == "NNS" and is_base_form(parse.tokens[index].text)


def _looks_past(parse: Parse, index: int) -> bool:
    return parse.tokens[index].text.endswith("ed") and parse.tokens[index].tag in ("JJ", "NN", "VBG")


def is_base_form(word: str) -> bool:
    """Whether WordNet knows a verb that is written so."""
    return word.islower() and bool(senses(word, "verb"))
