"""Everything that the pages say, by key, so that it can be translated in one place."""

from stumper.web.words.lookup import WORDS, number_of, t

__all__ = ["WORDS", "number_of", "t"]
