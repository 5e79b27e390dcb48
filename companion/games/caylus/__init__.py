"""The engine of Caylus. Read `phases` for the course of a turn, `choices` for what can be chosen in it."""
