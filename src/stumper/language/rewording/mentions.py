"""The names in a sentence, mention by mention."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stumper.language.lexicon import classes
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS, SUBJECTS
from stumper.language.rewording.words import is_demonym, word_set


@dataclass(frozen=True, slots=True)
class Mention:
    """A name at the characters [start, end) of the text, *the* before it included.

    ``kind`` is what the parser takes it for, "" where it takes it for no name. ``is_free``: it is a noun phrase of its
    own and no part of another name, so that something else can be put in its place. ``follows`` is what stands right
    after it in the sentence.
    """

    name: str
    sentence: int
    start: int
    end: int
    kind: str
    is_subject: bool
    is_free: bool
    opens: bool
    follows: str
    tag_after: str
    is_plural: bool


def mentions_in(parse: Parse, sentence: int, at: int) -> Iterator[Mention]:
    """The names of the sentence of that number, which stands at this character of its text, in order."""
    tokens = parse.tokens
    i = 0
    while i < len(tokens):
        if not _is_name(parse, i):
            i += 1
            continue
        first = last = i
        while True:
            if last + 1 < len(tokens) and _is_name(parse, last + 1) and tokens[last + 1].start - tokens[last].end <= 1:
                last += 1
            elif last + 2 < len(tokens) and tokens[last + 1].text in _LINKS and _is_name(parse, last + 2):
                last += 2
            else:
                break
        if not all(tokens[j].text.lower() in _NO_NAMES or tokens[j].text.isdigit() for j in range(first, last + 1)):
            yield _mention(parse, first, last, sentence, at)
        i = last + 1


def is_common_noun(name: str, text: str) -> bool:
    """Whether it is a letter, or one word that the text has in small letters too."""
    return len(name) == 1 or (" " not in name and re.search(rf"\b{re.escape(name.lower())}\b", text) is not None)


_PLURAL_PLACES = word_set(
    "States Netherlands Philippines Indies Alps Andes Islands Americas Highlands Bahamas Midlands"
)
_LINKS = word_set("of de van von du la del der den al")
_NO_NAMES = word_set("""
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday i mr mrs ms dr st
    """)
_PARTS = frozenset(("compound", "flat", "amod", "nummod", "nmod:desc", "appos", "list", "dep"))


def _is_name(parse: Parse, index: int) -> bool:
    token = parse.tokens[index]
    return token.tag in ("NNP", "NNPS") and token.text[0].isupper()


def _mention(parse: Parse, first: int, last: int, sentence: int, at: int) -> Mention:
    tokens = parse.tokens
    heads = [i for i in range(first, last + 1) if not first <= tokens[i].head <= last or tokens[i].relation == "root"]
    relation = tokens[heads[0]].relation if len(heads) == 1 else ""
    start = first - (first > 0 and tokens[first - 1].text.lower() == "the")
    before = tokens[start - 1] if start else None
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    alone = (
        relation not in _PARTS
        and relation != ""
        and not any(t.text.lower() in _NO_NAMES for t in tokens[first : last + 1])
    )
    alone = alone and (
        before is None or before.tag not in (*NOUNS, "JJ", "DT", "PRP$", "CD", "HYPH", "``", "-LRB-", "POS")
    )
    alone = alone and (after is None or after.tag not in (*NOUNS, "JJ", "HYPH", "CD", "-LRB-", "''", "FW"))
    beside = [t for t in (before, after) if t is not None and t.text[0].isalnum()]
    alone = (
        alone
        and not any(t.text[0].isupper() and t.start > tokens[0].start for t in beside)
        and not _is_joined(parse, last)
    )
    alone = alone and "/" not in (parse.text[tokens[first].start - 1 :][:1], parse.text[tokens[last].end :][:1])
    before_it = parse.text[: tokens[start].start]
    alone = alone and before_it.count('"') % 2 == 0 and before_it.count("“") <= before_it.count("”")
    alone = alone and not (start < first == last and is_demonym(tokens[last].text))  # the British
    entity = parse.entity_at(last)
    return Mention(
        name=parse.span(first, last),
        sentence=sentence,
        start=at + tokens[start].start,
        end=at + tokens[last].end,
        kind="" if entity is None else entity.kind,
        is_subject=any(relation == subject for subject in SUBJECTS),
        is_free=alone,
        opens=start == 0,
        follows="" if after is None else after.text,
        tag_after="" if after is None else after.tag,
        is_plural=_is_plural(parse, last, start < first),
    )


def _is_plural(parse: Parse, last: int, has_article: bool) -> bool:
    """Whether a name is one of many people: the Rovers, Huguenots; plural places are single."""
    token = parse.tokens[last]
    ends = re.search(r"[^sui]s$", token.text) is not None and token.text not in _PLURAL_PLACES
    return ends and (has_article or "person" in classes(token.text[:-1]))


def _is_joined(parse: Parse, last: int) -> bool:
    """Whether a name goes on behind a small word, as Tyne and Wear does, or Music on Demand."""
    tokens = parse.tokens
    if last + 2 >= len(tokens) or tokens[last + 1].text not in ("and", "&", "on", "of", "for"):
        return False
    return tokens[last + 2].text[0].isupper()
