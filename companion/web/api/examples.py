"""Example requests for the API description; the tests send all of them.

Those of `act` follow one another on a table just opened with the first example of `open_table`.
"""

from typing import Any

EXAMPLES: dict[str, dict[str, Any]] = {
    "open_table": {
        "two people": {
            "game": "caylus", "edition": "en", "hints": True,
            "seats": [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bram"}],
        },
        "cards that nobody shows": {
            "game": "magna_carta", "edition": "nl", "seats": [{"colour": "red"}, {"colour": "green"}],
            "untracked": ["red", "green"],
        },
        "as it lies on the table": {
            "game": "caylus", "edition": "de", "seats": [{"colour": "red"}, {"colour": "blue"}], "chance": "table",
            "language": "de", "clock": 45,
        },
    },
    "act": {
        "plans": {"wish": {"kind": "hint"}, "seen": 2},
        "everything lies there": {"wish": {"kind": "laid"}, "seen": 3},
        "an action": {"wish": {"kind": "play", "actions": ["place castle"]}, "seen": 4, "key": "k3f9"},
        "an undo": {"wish": {"kind": "undo", "to": 5}, "seen": 5},
        "a correction": {
            "wish": {"kind": "correct", "changes": {"red.deniers": "12"}, "why": "miscounted"}, "seen": 6,
        },
        "a name": {"wish": {"kind": "rename", "seat": "red", "name": "Anne"}, "seen": 7},
        "no reminders": {"wish": {"kind": "reminders", "shown": False}, "seen": 8},
        "a computer player": {"wish": {"kind": "mind", "seat": "blue", "level": "builder"}, "seen": 9},
        "a person again": {"wish": {"kind": "mind", "seat": "blue", "level": None}, "seen": 10},
        "another depth": {"wish": {"kind": "depth", "depth": "sheet"}, "seen": 11},
        "a number of the score sheet": {"wish": {"kind": "count", "seat": "red", "values": {"gold": 2}}, "seen": 12},
        "a pause": {"wish": {"kind": "pause"}, "seen": 13},
    },
    "carry_out": {"its move, where a computer player has to choose": {"seen": 3, "key": "k3f9"}},
    "sit": {"a seat": {"seat": "red"}},
    "leave": {"a seat": {"seat": "red"}},
    "answer": {"yes, to a request with this mark": {"seat": "red", "mark": "0123456789ab", "allow": True}},
    "lock": {"from here on": {"locked": True}},
    "score": {"two people": {"edition": "en", "players": {"red": {"track": 40, "gold": 2}, "blue": {"track": 44}}}},
}  # fmt: skip
"""Example bodies by operation and name."""
