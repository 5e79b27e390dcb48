"""The engine of Caylus Magna Carta.

Start with `phases` for the course of a round and `choices` for the options in it.
"""
