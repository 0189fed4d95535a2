"""The names in the sentences around the key sentence, mention by mention."""

from dataclasses import replace

from stumper.adversaries.reading.edits.paragraph import Paragraph
from stumper.language.rewording.mentions import Mention, is_common_noun, mentions_in
from stumper.language.rewording.one_sentence import parsed

BEFORE, AFTER = 4, 3  # sentences around the key sentence that are looked at


def mentions(given: Paragraph, pipeline: str) -> list[Mention]:
    """The names of the sentences around the key sentence, in order; of a sentence that has no parse, none."""
    found: list[Mention] = []
    for i in range(max(0, given.key - BEFORE), min(len(given.sentences), given.key + AFTER + 1)):
        parse = parsed(given.sentences[i].text, pipeline)
        if parse is not None:
            found += mentions_in(parse, i, given.sentences[i].start)
    plural = [m.name for m in found if m.is_subject and m.follows in ("were", "are", "have") and not m.is_plural]
    return [
        replace(m, is_free=m.is_free and m.name not in plural)  # a noun in its place would not fit the verb
        for m in found
        if not is_common_noun(m.name, given.text)
    ]
