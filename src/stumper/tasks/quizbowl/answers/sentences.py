"""An answer that was said in a sentence: "I think it's Hamlet", "Toni Morrison, author of Beloved"."""

import re

from stumper.tasks.quizbowl.answers.small_words import RANKS, SMALL_WORDS


def answer_alone(said: str) -> str | None:
    """What was said without what it is behind it, or without the beginning of a sentence or the sentences after it.

    One of these at a time, of a beginning all of it; None where there is none of them. "Philip, duke of Burgundy" stays
    whole, as a rank tells who it is.
    """
    if (found := _DESCRIBED.match(said)) and any(map(str.isalnum, found["head"])):
        return found["head"]
    if found := _BEGINNING.match(said):
        return said[found.end() :]
    return said[: found.start()] if (found := _NEXT_SENTENCE.search(said)) else None


_DESCRIBED = re.compile(
    r"(?P<head>[^,]*?\w)(?:\s+[-–—]{1,2}\s+(?-i:[a-z\d]|An?\s|The\s)\S*\s+\w|,\s+(?:an?\s+\w|the\s+[a-z\d]|(?:not|who|which|by)\s"
    rf"|(?!(?:{'|'.join(sorted(RANKS))})\b)\w+(?:er|or|ist)\s+of\s))",
    re.IGNORECASE,
)
_SMALL = rf"(?:{'|'.join(sorted(SMALL_WORDS))})"  # "the play of light" names none
_MAY_BE = r"(?:could|should|would|might|may|must|can|seems\s+to|appears\s+to)"
_IS = (
    rf"(?:(?:is|was|are|were|{_MAY_BE}\s+be|has\s+(?:got\s+)?to\s+be)(?:\s+(?:about|called))?"
    r"|refers?\s+to|points?\s+to|describes?|concerns?|suggests?|indicates?)"
)
_SURELY = r"(?:perhaps|maybe|probably|possibly|likely|most\s+likely|definitely|certainly|clearly|surely)"
_BEGINNING = re.compile(
    rf"""(?:\s*(?:
        (?:uh+|um+|hm+|er+)\b,?\s
        |(?:oh|ok|okay|well|so|wait|sorry|actually|then|thus|therefore)\s*[,.…]+\s
        |(?:based\s+on|given|judging\s+by|according\s+to|from)\s[^,.]{{1,60}},\s
        |(?:no\s+idea|not\s+sure|idk|dunno)\b\s*[,.…]*\s(?:but\b,?\s)?
        |(?:i['’]m|i\s+am)\s+(?:\w+\s+){{0,2}}(?:sure|certain|confident|unsure|guessing|going\s+with)\b,?
            \s(?:(?:but|that)\b,?\s)?
        |(?:i|we)(?:['’][dl]l?|\s+would|\s+will)?\s+(?:think|believe|guess|suspect|say|answer)\b,?\s(?:that\s)?
        |(?:i['’]ll|let['’]s)\s+(?:go\s+with|say)\s
        |(?:the\s+|my\s+)?(?:final\s+|best\s+|correct\s+|right\s+|likely\s+)*(?:answer|guess)
            (?:\s+(?:to|for|here)\b[^,.]{{0,40}}?)?(?:\s+{_SURELY})?(?:\s+{_IS}\s*:?\s|\s*:\s)
        |(?:it|this|that|he|she|they)(?:\s+(?:{_SURELY}\s+)?{_IS}|['’]s(?:\s+called|\s+got\s*t[ao]\s+be)?)\s
        |(?:is|was|{_MAY_BE})\s+(?:it|this|that|he|she|they)\s(?:be\s)?
        |(?:this|the)\s+[^\W\d_]+\s+(?:{_SURELY}\s+)?{_IS}\s
        |the\s+[^\W\d_]+\s+(?:being\s+)?(?:described|in\s+question)(?:\s+here)?\s+{_IS}\s
        |{_SURELY}\b,?\s
        |the\s+(?:play|novel|novella|short\s+story|poem|film|movie|painting|opera|ballet|musical)\s(?!{_SMALL}\s)
    ))+""",
    re.VERBOSE | re.IGNORECASE,
)
_NEXT_SENTENCE = re.compile(
    rf"(?<=\w\w)(?:[.!?;][\"'”’)]*\s+(?!(?:it|this|that|he|she)\s+{_MAY_BE}\b)(?=(?:(?:the|this|that|these|those|it|its|he|she|his|her|they|in|an?|i)\b|\w+:\s))|\s*\n)",
    re.IGNORECASE,
)
