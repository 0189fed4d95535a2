"""Whether a text is in English, told by how many of its words are the small ones that no English text goes without,
and of a short text by those of other languages."""

import re

SMALL = frozenset(
    [
        "the",
        "of",
        "and",
        "to",
        "in",
        "a",
        "is",
        "was",
        "for",
        "on",
        "that",
        "by",
        "with",
        "as",
        "it",
        "from",
        "at",
        "his",
        "he",
        "are",
        "an",
        "were",
        "which",
        "this",
        "be",
        "or",
        "had",
        "not",
        "but",
        "have",
        "their",
        "its",
        "one",
        "has",
        "her",
        "they",
        "who",
        "what",
        "when",
        "where",
        "how",
        "did",
        "after",
    ]
)
# Small words of German, French, Spanish, Italian, Dutch, Portuguese and Swedish that are no English ones, nor of names.
ELSEWHERE = frozenset(
    """
    der die das den dem des und ist war wurde wer wo wann wie viele ein eine einen sie nicht mit von zu auf im zum zur
    auch sich bei aus les du et est une qui où quand dans sur pour avec il elle que pas aux ont été el los las del y
    una para su quién dónde cuándo fue gli di dal della nel è chi dove sono het een waar wanneer niet zijn op os uma
    não foi com na em quem onde och att det som på är av har
    """.split()  # noqa: SIM905
)
LEAST_SHARE = 0.15  # of the words: English has 30 to 45% of these, its neighbours under 8%
LEAST_WORDS = 40  # that differ: of fewer the share tells nothing
LEAST_ELSEWHERE = 2  # small words of other languages that differ: one may be part of a name
LETTERS = re.compile(r"[^\W\d_]+")


def is_english(text: str) -> bool:
    """Whether the text is in English, or too short to tell: of few words it is in another language where that one's
    small words are more than English's."""
    words = LETTERS.findall(text.lower())
    small = sum(word in SMALL for word in words)
    if len(set(words)) >= LEAST_WORDS:
        return small >= LEAST_SHARE * len(words)
    others = [word for word in words if word in ELSEWHERE]
    return len(set(others)) < LEAST_ELSEWHERE or len(others) <= small
