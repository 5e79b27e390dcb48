"""The engine of Caylus Magna Carta. Read `phases` for a round, `choices` for what can be chosen in it."""
