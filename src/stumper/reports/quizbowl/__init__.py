"""The part of a report that tells of pyramidal questions: attacks on them, and how people and machines play them."""
