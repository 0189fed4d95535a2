"""What a clause says of its subject: the main verb that belongs to an auxiliary, and where the subject ends."""

from stumper.language.asking import ends_name, is_base_form
from stumper.language.clauses import AUXILIARIES, Span, is_finite, is_word
from stumper.language.lexicon import senses
from stumper.language.parse import Parse, Token

_MAIN_VERBS = {
    "do": ("VB", "VBP"), "modal": ("VB", "VBP"), "have": ("VBN", "VBD"), "be": ("VBN", "VBG", "VBD", "JJ", "JJR"),
}  # fmt: skip
_TELLS_NAME = ("name", "title", "nickname", "term")
_GIVING = frozenset(str.split("award give offer grant vote elect appoint name charge pay teach ask"))
_HOLDING = frozenset(str.split("deem believe think consider estimate say suppose assume expect claim report hold"))
_SUBORDINATING = frozenset(("before", "after", "during", "when", "while", "since", "until", "because"))
_JOINED = frozenset(
    ("to as",
     "out of", "up to", "prior to", "because of", "instead of", "next to", "from within", "outside of", "due to",
     "according to", "in between", "as to", "off of", "inside of", "such as")
)  # fmt: skip
_OPENS_CLAUSE = ("when", "while", "because", "if", "before", "after")
_ARTICLES = ("a", "an", "the")
_SAYS_WHAT = frozenset(("when", "where", "why", "how", "how-adjective", "preposition", "noun", "yes-no"))
_CALLED = frozenset(["call", "name", "know", "title", "dub", "nickname", "term", "refer"])
_ENDS = frozenset(
    str.split("about for of with from to in on by at as into after above behind against under over near around")
)


def main_verb(parse: Parse, kind: str, first: int, end: int, features: set[str]) -> int | None:
    """The verb that an auxiliary belongs to; None where there is none and the auxiliary is the verb."""
    if first >= end or (kind == "be" and _is_of_time(parse, first, end)):
        return None
    if kind == "be" and "what" in features and "noun" not in features and _names(parse, first, end):
        return None
    if kind in ("be", "have"):
        whens = (
            i for i in range(first + 1, end) if is_word(parse.tokens[i], ("when", "while", "whilst", "where", "having"))
        )
        end = next(whens, end)
    found = [i for i in range(first, end) if _may_be_main(parse, kind, i, first, end)]
    if kind in ("do", "modal"):
        return _base_form(parse, found, first, end)
    if not found:
        return None
    adverbial = bool(features & {"when", "where", "why", "how", "how-adjective", "preposition", "yes-no"})
    start = adverbs_end(parse, first, end)
    if found[0] == start and (kind != "be" or parse.tokens[start].tag not in ("JJ", "JJR")):
        if kind == "be" and adverbial and parse.tokens[start].tag == "VBG":
            return None
        return start
    if kind == "be" and "noun" in features and is_word(parse.tokens[start], ("one",)):
        return None  # "which hall was one of those considered": one of them is what it was
    auxiliary = parse.tokens[first - 1]
    if kind == "be" and "how-many" in features and auxiliary.relation == "aux:pass" and auxiliary.head in found:
        return auxiliary.head  # "how many days was it shown ahead of the next showing"
    if kind == "be" and not adverbial:
        doing = (i for i in found if parse.tokens[i].tag == "VBG" and not _says_of_noun(parse, i, end))
        if (going := next(doing, None)) is not None:
            return going
    if kind == "be" and not adverbial:
        gives = parse.tokens[found[0]].lemma in _GIVING and len(found) == 1  # "the name given to the team"
        if gives and "noun" not in features and _is_reduced(parse, found[0], first, end):
            return None
        if _loses_last(parse, end) and parse.tokens[found[-1]].tag == "VBN":
            return found[-1]
        last = parse.tokens[end - 1]
        if last.tag == "VBN" and last.lemma in _CALLED and end - 1 > start:  # "what are boats that can sink called"
            return end - 1
        left = [i for i in found if parse.tokens[i].tag == "VBN" and stranded(parse, Span(i, min(i + 3, end))) == i + 1]
        if left and "noun" not in features and not _has_relative(parse, first, left[0]):
            return left[0]
        held = [
            i
            for i in found
            if parse.tokens[i].lemma in _HOLDING and is_word(parse.tokens[min(i + 1, end - 1)], ("to",))
        ]
        if held and (parse.tokens[end - 1].tag in ("VB", "VBN") or features & {"how-much", "how-many"}):
            return held[0]  # "what is the use of it deemed to be", "how much was the work estimated to have cost"
        called = [i for i in found if parse.tokens[i].lemma in _CALLED and parse.tokens[i].tag == "VBN"]
        if called and (called[0] + 3 >= end or is_word(parse.tokens[called[0] + 1], ("that", "which"))):
            return called[0]
        if "noun" not in features and _is_reduced(parse, found[0], first, end):
            return None
    heads = [parse.tokens[first - 1].head, *(i for i in found if parse.tokens[i].relation == "root")]
    for head in heads:
        if head in found and not (kind == "be" and parse.tokens[head].tag in ("JJ", "JJR") and head == start):
            return head
    counts = bool(features & {"how-many", "how-much"})
    if (
        kind == "have"
        and not adverbial
        and not counts
        and is_word(parse.tokens[first], ("a", "an", "no", "several", "one", "two"))
    ):
        return None
    if kind == "be" and not adverbial and "noun" not in features:
        return None
    plain = [i for i in found if parse.tokens[i].relation not in ("acl", "acl:relcl", "amod")]
    return (plain or found)[0]


def _names(parse: Parse, first: int, end: int) -> bool:
    """Whether the name of something is the subject, of which only another name is said: "the name of the rock found
    in the sea"; what was done to a name stands at the end."""
    tokens = parse.tokens
    is_name = first + 2 < end and is_word(tokens[first], ("the",)) and tokens[first + 1].lemma in _TELLS_NAME
    if not is_name or not is_word(tokens[first + 2], ("of", "for")):
        return False
    return tokens[end - 1].tag not in ("VBN", "VBD", "IN", "TO") or _has_relative(parse, first + 3, end)


def _is_of_time(parse: Parse, first: int, end: int) -> bool:
    """Whether a time with a clause of its own is the subject: "when was *the last time Ada won a race*"."""
    tokens = parse.tokens
    if not is_word(tokens[first], ("the",)) or first + 2 >= end or not is_word(tokens[first + 1], ("first", "last")):
        return False
    begins = first + 4 if first + 3 < end and is_word(tokens[first + 3], ("that", "when")) else first + 3
    if not is_word(tokens[first + 2], ("time", "year", "day", "season")) or begins >= end:
        return False
    return tokens[begins].tag.startswith(("NN", "PRP", "DT")) and any(is_finite(parse, i) for i in range(begins, end))


def _says_of_noun(parse: Parse, index: int, end: int) -> bool:
    """Whether an ing-form belongs to the noun before it, as far as the parse and what follows tell."""
    token = parse.tokens[index]
    is_modifier = token.relation.startswith(("acl", "amod", "compound"))
    return is_modifier and token.lemma != "do" and stranded(parse, Span(index + 1, end)) is None


def _has_relative(parse: Parse, first: int, end: int) -> bool:
    """Whether a clause in here may be what has lost its noun: "the man that Ada spoke with"."""
    tokens = parse.tokens
    return any(
        tokens[i].tag in ("WDT", "WP")
        or is_finite(parse, i)
        or is_word(tokens[i], ("that",))
        or _is_contact(parse, i, first)
        for i in range(first, end)
    )


def _is_reduced(parse: Parse, index: int, first: int, end: int) -> bool:
    """Whether a participle after a noun with an article says something of the noun: "the film made in 1902"."""
    token = parse.tokens[index]
    if token.lemma in _GIVING and is_word(parse.tokens[first], ("the",)) and index + 1 < end:
        return is_word(parse.tokens[index + 1], ("to",))  # "the name given to the team"
    return (
        token.tag in ("VBN", "VBD")
        and token.lemma not in _CALLED | _GIVING
        and (is_word(parse.tokens[first], ("the", "a", "an", "one")) or _follows_complement(parse, first, index))
        and index + 1 < end
        and stranded(parse, Span(index, end)) is None
    )


def _follows_complement(parse: Parse, first: int, index: int) -> bool:
    """Whether a participle follows the plural in a noun's complement: "examples of films made with a lamp"."""
    tokens = parse.tokens
    are_plurals = tokens[first].tag == "NNS" and tokens[index - 1].tag == "NNS"
    adds = index + 1 < len(tokens) and tokens[index + 1].tag == "IN"
    return are_plurals and adds and any(is_word(tokens[i], ("of",)) for i in range(first, index))


def _base_form(parse: Parse, found: list[int], first: int, end: int) -> int | None:
    """The first verb in its base form that has a subject before it: by its tag where WordNet knows such a verb, by
    WordNet where that knows nothing else, else by where it stands."""
    tokens = parse.tokens
    sure = [
        i
        for i in range(first, end)
        if (i in found and senses(tokens[i].text, "verb") and not tokens[i].text[0].isupper())
        or (i > first and _is_verb_alone(tokens[i]) and not is_word(tokens[i - 1], ("to", "that", "which", "who")))
    ]
    if is_word(tokens[first], ("be", "have")) or (tokens[first - 1].tag == "MD" and _begins(parse, first, end)):
        return first
    sure = [i for i in sure if i > first or tokens[i].tag == "VB"]
    guessed = _mistagged(parse, first, sure[0] if sure else end)
    named = guessed if guessed is not None else sure[0] if sure else end
    if named + 1 < end and is_word(tokens[named], ("first", "last")) and is_base_form(tokens[named + 1].text):
        return named + 1  # "when did they last win"
    is_light = guessed is not None and is_word(tokens[guessed], ("take", "have", "make", "give"))  # "take place"
    if guessed is not None and (is_light or not (sure and tokens[first - 1].head == sure[0])):
        return guessed
    if sure:
        return sure[0]
    light = [i for i in range(first + 2, end) if is_word(tokens[i], ("make", "take", "have", "do", "give"))]
    if light and tokens[light[0] - 1].tag.startswith(("NN", "JJ")):
        return light[0]  # "what decision did the Fed make"
    forms = ("VBD", "VBZ", "VBN", "VBP", "VB", "VBG")
    follows = (
        i for i in range(first + 1, end) if tokens[i].tag in forms and tokens[i - 1].tag.startswith(("NN", "PRP"))
    )
    if (form := next(follows, None)) is not None:
        return form
    bases = [i for i in range(first + 1, end) if is_base_form(tokens[i].text) and _ends_phrase(parse, i, end)]
    if not bases:  # a do or a modal has a verb, whatever its tag is
        bases = [
            i
            for i in range(first + 1, end)
            if is_base_form(tokens[i].text) and tokens[i - 1].tag not in ("DT", "IN", "PRP$", "TO", "CC", "POS", "CD")
        ]
    return bases[-1] if bases else None


def _ends_phrase(parse: Parse, index: int, end: int) -> bool:
    """Whether no noun goes on behind a word, so that it may be the verb though its tag is a noun's."""
    following = parse.tokens[index + 1].tag if index + 1 < end else "."
    if parse.tokens[index - 1].tag in ("DT", "IN", "CC", "PRP$", "TO"):
        return False
    return parse.tokens[index].tag.startswith(("NN", "JJ")) and following in (".", ",", "IN", "TO", "DT", "RB", "WRB")


def _begins(parse: Parse, first: int, end: int) -> bool:
    """Whether a verb in its base form stands where a subject would, and no later one takes its place."""
    token = parse.tokens[first]
    if not is_base_form(token.text) or token.tag in ("NNS", "NNP", "PRP"):
        return False
    return token.tag in ("VB", "VBP") or not any(parse.tokens[i].tag in ("VB", "VBP") for i in range(first + 1, end))


def _is_verb_alone(token: Token) -> bool:
    """Whether WordNet knows a word as a verb in its base form and as nothing else."""
    return (
        token.text.islower()
        and is_base_form(token.text)
        and not senses(token.text, "noun")
        and not senses(token.text, "adj")
    )


def _may_be_main(parse: Parse, kind: str, index: int, first: int, end: int) -> bool:
    """Whether a word has a form that this auxiliary takes, and does not stand inside the subject."""
    token, before = parse.tokens[index], parse.tokens[index - 1]
    if token.tag in _MAIN_VERBS[kind] and kind != "be" and index > first + 1 and ends_name(parse, index - 1):
        return True  # "has Doctor Who won"
    is_people = before.tag == "JJ" and before.text[0].isupper() and index > first + 1  # "did the British capture it"
    if kind == "do" and is_people and token.tag == "VB" and token.relation == "root":
        return True
    if token.tag not in _MAIN_VERBS[kind] or before.tag in ("TO", "WDT", "WP", "POS", "MD", "PRP$"):
        return False
    has_relative = kind in ("do", "modal") and token.tag == "VB" and any(
        parse.tokens[i].tag in ("WP", "WDT") for i in range(first, index)
    )  # fmt: skip
    has_own = not has_relative and any(
        is_word(parse.tokens[i], AUXILIARIES) and parse.tokens[i].tag not in ("POS", "NN") for i in range(first, index)
    )
    if has_own or (is_word(before, ("to", "that", "who", "which")) and index > first):
        return False
    if kind == "be":
        if _is_contact(parse, index, first):
            return False
        owns = any(parse.tokens[i].relation.startswith("nsubj") and i > first for i in parse.children(index))
        if token.relation.endswith("relcl") and owns:
            return False  # "the last time that Ada won"
        if token.tag == "VBG" and any(is_finite(parse, i) for i in range(first + 1, index)):
            return False  # "the team Ada began playing for"
        return not is_word(token, AUXILIARIES) and _may_be_said(parse, index, first, end)
    if kind == "have":
        return not is_word(before, ("be", "been", "being"))
    relative = (
        parse.tokens[i].tag in ("WDT", "WP", "MD") and not ends_name(parse, i)
        for i in range(max(first, index - 2), index)
    )
    return before.tag not in ("DT", "JJ", "IN") and not any(relative)


def _is_contact(parse: Parse, index: int, first: int) -> bool:
    """Whether a verb is of a clause on the noun before its subject: "the boat Ada built", "the boat the men built"."""
    tokens, begin = parse.tokens, index
    while begin - 1 > first and tokens[begin - 1].tag in ("NNP", "NNPS", "PRP"):
        begin -= 1
    if begin == index or tokens[index].tag not in ("VBD", "VBN"):
        return False
    has_article = tokens[begin - 1].tag == "DT"
    noun = begin - 2 if has_article else begin - 1
    tags = ("NN", "NNS", "NNP") if has_article else ("NN", "NNS")
    return noun > first and tokens[noun].tag in tags and (has_article or tokens[index].tag == "VBD")


def _may_be_said(parse: Parse, index: int, first: int, end: int) -> bool:
    """Whether a participle or adjective may be what is said of the subject of the verb to be, not part of a noun."""
    token, before = parse.tokens[index], parse.tokens[index - 1]
    following = parse.tokens[index + 1].tag if index + 1 < end else ""
    is_modifier = following.startswith(("NN", "JJ", "HYPH"))
    modifies = before.tag in ("JJ", "PRP$", "CD", "RBS", "JJS") or token.relation in ("amod", "compound")
    if is_word(before, ("be", "(")) or before.tag in ("DT", "HYPH", "CC", "IN") or (is_modifier and modifies):
        return False
    if token.tag == "VBG" and before.tag in ("JJ", "JJR", "JJS") and index > first + 1:
        return parse.tokens[index - 2].tag not in ("DT", "RBR", "RBS", "JJR")  # "the more expensive plating"
    if not token.tag.startswith("JJ"):
        return True
    ends = following in ("", "IN", "TO", "WRB", "CC", "RB") and before.tag.startswith(("NN", "PRP"))
    ends = ends and not token.relation.startswith("nsubj")  # "how long was the Ford commercial"
    return index > first and not is_modifier and (token.relation == "root" or ends)


def _mistagged(parse: Parse, first: int, end: int) -> int | None:
    """The word after a noun that may be a verb in its base form, though its tag is a noun's."""
    tokens = parse.tokens
    for i in range(first + 1, end):
        noun_before = tokens[i - 1].tag in ("NN", "NNS", "NNP", "NNPS", "PRP", "RB", "CD")
        if (noun_before or ends_name(parse, i - 1)) and tokens[i].tag in ("NN", "JJ", "VBN", "VBD", "VB"):
            following = tokens[i + 1].tag if i + 1 < end else "."
            after_name = tokens[i - 1].tag in ("NNP", "NNPS", "PRP", "CD")
            if is_base_form(tokens[i].text) and (
                after_name or not following.startswith(("NN", "POS")) or tokens[i + 1].text[0].isupper()
            ):
                return i
    return None


def adverbs_end(parse: Parse, first: int, end: int) -> int:
    """Where the adverbs after an auxiliary end, with been and being among them."""
    if first + 1 < end and is_word(parse.tokens[first], ("most", "least")) and parse.tokens[first + 1].tag == "JJ":
        first += 1  # "which birds are least likely to sing", whatever tag the parser gives
    while (
        first < end and parse.tokens[first].tag in ("RB", "RBR", "RBS") and not is_word(parse.tokens[first], ("there",))
    ) or (first < end and is_word(parse.tokens[first], ("been", "being", "be")) and parse.tokens[first].tag != "VB"):
        first += 1
    return first


def adverbs_begin(parse: Parse, first: int, end: int) -> int:
    """Where the adverbs before a verb begin; the subject keeps at least a word."""
    while end - 1 > first and (
        parse.tokens[end - 1].tag in ("RB", "RBR", "RBS") or is_word(parse.tokens[end - 1], ("been", "being", "be"))
    ):
        end -= 1
    return end


def predicate(parse: Parse, kind: str, first: int, end: int, features: set[str]) -> int:
    """Where the subject after a bare verb to be or to have ends: at its end, or before what is said of it."""
    if first >= end or (kind == "be" and _is_of_time(parse, first, end)):
        return end
    if is_word(parse.tokens[first], ("there",)):
        return first + 1
    if is_word(parse.tokens[first], ("it",)) and first + 1 < end and is_word(parse.tokens[first + 1], ("to", "that")):
        return first + 1  # "how common is it to have two"
    subordinate = next(
        (i for i in range(first + 1, end) if is_word(parse.tokens[i], _OPENS_CLAUSE)
         and parse.tokens[i].relation in ("mark", "advmod", "case")), end)  # fmt: skip
    if parse.tokens[end - 2].tag == "RBS" and end - 3 > first and parse.tokens[end - 3].tag == "POS":
        return end  # "which hall is Oslo's most famous"
    is_name = parse.tokens[first].text[0].isupper() or parse.tokens[first].tag == "PRP"
    if is_name and stranded(parse, Span(first, end)) is not None:
        cut = first + 1
        while cut < end and (parse.tokens[cut].text[0].isupper() or parse.tokens[cut].tag in ("POS", "CC")):
            cut += 1
        if not any(parse.tokens[i].tag == "POS" and i + 1 == cut for i in range(first, cut)):
            return cut
    if kind == "be" and _loses_last(parse, end) and not _has_relative(parse, first, end):
        return _lost_from(parse, first, end)
    if kind == "be" and (said := _said_of_subject(parse, first, end)) is not None and features & _SAYS_WHAT:
        return said
    if features & {"how-adjective", "how-many"} and kind == "be":
        return next((i for i in range(first + 1, subordinate) if _says_when(parse, i, first, end)), subordinate)
    is_again = parse.tokens[end - 2].tag == "RB" or is_word(parse.tokens[end - 2], ("first", "last"))
    is_there = end - 2 > first and is_again and is_word(parse.tokens[end - 1], ("there", "here"))
    if "when" in features and kind == "be" and is_there:
        return end - 2  # "when were they *last there"
    if "why" in features and kind == "be":
        for i in range(first + 2, subordinate):
            if is_word(parse.tokens[i], ("a", "an")) and parse.tokens[i - 1].tag.startswith("NN"):
                return i  # "why is the weight of a boat *a problem"
    if features & {"how", "why"}:
        return _said_of_doing(parse, first, subordinate)
    if not features & {"when", "where", "noun", "preposition", "yes-no"}:
        return end
    root = next((i for i in range(first, end) if parse.tokens[i].relation == "root"), None)
    if root is not None:
        subjects = [i for i in parse.children(root) if parse.tokens[i].relation.startswith("nsubj") and i >= first]
        if subjects:
            stop = max(parse.subtree(subjects[0])) + 1
            if stop <= root < end and not (kind == "be" and parse.tokens[root].tag == "VB"):
                return stop
    if features & {"when", "yes-no"}:
        for i in range(first + 1, subordinate):
            if parse.tokens[i].tag == "IN" and parse.tokens[i].text.lower() in ("in", "at", "on", "under"):
                return i
    return subordinate


def _said_of_doing(parse: Parse, first: int, end: int) -> int:
    """Where the adjective begins that is said of what somebody does: "giving a speech *more harmful"; else the end."""
    tokens = parse.tokens
    for i in range(first + 2, end) if tokens[first].tag == "VBG" else ():
        following = tokens[i + 1].tag if i + 1 < end else ""
        if tokens[i].tag in ("JJ", "JJR") and not following.startswith(("NN", "JJ")) and tokens[i - 1].tag != "DT":
            return adverbs_begin(parse, first, i)
    return end


def _says_when(parse: Parse, index: int, first: int, end: int) -> bool:
    """Whether a preposition begins what is measured from or when: "how old was Ada in 1843"."""
    token = parse.tokens[index]
    if any(is_finite(parse, i) for i in range(first, index)):  # "the tower that was built in 1902"
        return False
    is_year = index + 1 < end and parse.tokens[index + 1].tag == "CD"
    of_name = all(t.text[0].isupper() or t.tag in ("PRP", "POS") for t in parse.tokens[first:index])
    is_said = is_year or of_name  # "how old was Ada at the time"
    return is_word(token, ("from", "during", "compared")) or (is_word(token, ("in", "at", "on")) and is_said)


def _lost_from(parse: Parse, first: int, end: int) -> int:
    """Where begins what has lost its last noun: "a member of", "part of", "afraid of"; the subject keeps a word."""
    tokens, cut = parse.tokens, end - 1
    if cut - 1 > first and is_word(tokens[cut - 1], ("part",)) and not is_word(tokens[cut - 2], ("a", "the")):
        return cut - 1
    while cut - 1 > first and tokens[cut - 1].tag in ("JJ", "JJR", "NN", "RB", "RBR", "VBN"):
        if tokens[cut - 1].tag == "RBR":
            return cut - 1  # "which is Oslo *more famous than"
        if is_word(tokens[cut - 2], _ARTICLES) and cut - 2 > first and tokens[cut - 3].tag not in ("IN", "CC", "TO"):
            return cut - 2
        cut -= 1
    return cut if cut > first + 1 or not is_word(tokens[first], _ARTICLES) else end - 1  # "where was the ship from"


def _said_of_subject(parse: Parse, first: int, end: int) -> int | None:
    """The article or owner after a subject that begins what is said of it: "Newton the first mayor", "it a river"."""
    tokens = parse.tokens
    is_name = tokens[first].text[0].isupper() or tokens[first].tag == "PRP"
    for i in range(first + 1, end - 1):
        if tokens[i].tag in ("IN", "TO", ",", "CC", "WRB", "WDT", "WP") and not is_name:
            return None
        begins = is_word(tokens[i], _ARTICLES if is_name else ("a", "an")) or (tokens[i].tag == "PRP$" and is_name)
        follows_noun = tokens[i - 1].tag.startswith(("NN", "PRP")) or tokens[i - 1].text[0].isupper()
        if begins and follows_noun and not tokens[i + 1].text[0].isupper():
            return i
        if tokens[i].tag in ("IN", "TO", ",", "WRB"):
            return None
    return None


def predicate_features(parse: Parse, auxiliary: Span, subject: Span, verb: Span, rest: Span) -> set[str]:
    """What rules may ask of a clause's verb, subject and rest."""
    tokens = parse.tokens
    found: set[str] = set()
    if verb and tokens[verb.first].lemma in _CALLED:
        found.add("referred" if tokens[verb.first].lemma == "refer" else "called")
    if verb and tokens[verb.first].lemma == "do" and auxiliary and is_word(tokens[auxiliary.first], AUXILIARIES):
        found.add("done")
    if verb and rest and tokens[rest.end - 1].lemma == "do" and tokens[rest.end - 1].tag.startswith("VB"):
        found.add("does")
    if rest and tokens[rest.first].tag in ("DT", "PRP", "PRP$", "NN", "NNS", "NNP", "JJ", "CD"):
        found.add("object")
    if (
        verb
        and auxiliary
        and tokens[verb.first].tag in ("VBN", "VBD")
        and AUXILIARIES.get(tokens[auxiliary.first].text.lower()) == "be"
    ):
        found.add("passive")
    if subject and is_word(tokens[subject.first], ("there",)):
        found.add("there")
    found.add("rest" if rest else "bare")
    if verb and rest and tokens[verb.first].lemma == "take" and is_word(tokens[rest.first], ("to", "for")):
        found.add("takes")
    if stranded(parse, rest) is not None:
        found.add("stranded")
    if subject and tokens[subject.first].tag in ("PRP", "NNP", "NNPS", "DT", "PRP$"):
        found.add("definite")
    return found


def says_at_once(parse: Parse, index: int, end: int) -> bool:
    """Whether an adjective, participle or preposition follows the verb to be, so that what asks is the subject."""
    if index >= end:
        return False
    following = parse.tokens[index + 1].tag if index + 1 < end else ""
    tag = parse.tokens[index].tag
    return tag in ("VBN", "IN") or (
        tag in ("JJ", "JJR", "VBG") and not following.startswith(("NN", "JJ", "HYPH", "CC", ","))
    )


def _loses_last(parse: Parse, end: int) -> bool:
    """Whether a clause ends in a preposition that has lost its noun."""
    return stranded(parse, Span(end - 2, end)) is not None if end > 1 else False


def stranded(parse: Parse, rest: Span) -> int | None:
    """The preposition in the rest of a clause that has lost its noun, or None."""
    tokens = parse.tokens
    for i in rest:
        following = tokens[i + 1] if i + 1 < rest.end else None
        if is_word(tokens[i], _ENDS) and (following is None or following.text == ",") and i > rest.first:
            return i
        if (
            is_word(tokens[i], ("as",))
            and following is not None
            and following.tag == "IN"
            and (
                is_word(tokens[i - 1], ("to",))
                or (i == rest.first and not is_word(following, ("of", "in")))
                or (i > 0 and tokens[i - 1].lemma in ("know", "describe", "regard") and tokens[i - 1].tag == "VBN")
            )
        ):  # "was referred to as in the press", "serve as for ships"
            return i
        adds_manner = following is not None and following.tag == "RB" and following.text.endswith("ly")
        behind_it = tokens[i + 2].tag if i + 2 < rest.end else ""
        if adds_manner and i > rest.first and is_word(tokens[i], _ENDS) and behind_it in ("IN", ","):
            return i  # "asked about directly during the debate"
        if tokens[i].tag not in ("IN", "TO", "RP") or is_word(tokens[i], ("that", "if", "while", "because")):
            continue
        if is_word(tokens[i], ("than", "as")) and following is not None:
            continue
        behind = tokens[i + 2].tag if i + 2 < rest.end else ""
        is_lost = following is not None and is_word(following, ("instead", "most", "today"))
        if is_lost and is_word(tokens[i], _ENDS) and not behind.startswith(("JJ", "RB", "NN")):  # "for most people"
            return i
        if (
            is_word(tokens[i], _ENDS)
            and following is not None
            and is_word(following, _SUBORDINATING)
            and (i > rest.first or is_word(tokens[i], ("for", "by", "with", "to", "at")))
        ):
            return i  # "which team did she play for when she won"
        is_relative = following is not None and following.tag == "WDT" and is_word(following, ("that",))
        if is_relative and is_word(tokens[i], ("for", "with", "to", "by", "from")):
            return i  # "how many teams did she play for that won"
        if following is None:
            return i if tokens[i].tag != "RP" else None
        if (
            following.tag == "RB"
            and is_word(tokens[i], ("from", "for", "with", "of"))
            and (i + 2 == rest.end or tokens[i + 2].tag in (",", "IN"))
        ):
            return i
        adds = following.tag in ("IN", "TO") or is_word(following, ("regarding", "concerning"))
        if adds and tokens[i].tag == "IN" and not _is_joined(tokens[i], following):
            return i
        if following.text == ",":
            return i
    return None


def _is_joined(token: Token, following: Token) -> bool:
    pair = f"{token.text} {following.text}".lower()
    return pair in _JOINED or "fixed" in (token.relation, following.relation)
