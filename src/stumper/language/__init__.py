"""What is known of English: the parser and its parse, the lexicon, neighbours, inflection."""
