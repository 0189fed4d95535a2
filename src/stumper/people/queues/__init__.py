"""Work that waits for people, in whose hands it is, and how far it has got."""
