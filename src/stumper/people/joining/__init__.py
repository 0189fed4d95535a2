"""Joining by a link that anybody may open: the link, what one agrees to, who came by it and how far they are."""
