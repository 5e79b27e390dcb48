"""One real table of players. Its log of entries is the source of truth; everything else is derived from it."""
