"""Laws of play that hold whatever people correct, enter or change, on tables drawn by seed.

`make test` asks each for a few seeds, `python -m tests.laws --seconds 3600` for as many as there is time for.
"""
