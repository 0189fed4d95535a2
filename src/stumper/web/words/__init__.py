"""Everything that the pages say, by key, so that it can be translated in one place."""

from stumper.web.words.lookup import WORDS, so_many, t

__all__ = ["WORDS", "so_many", "t"]
