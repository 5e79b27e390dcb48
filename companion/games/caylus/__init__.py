"""The engine of Caylus. Start with `phases` for the course of a turn and `choices` for the options in it."""
