"""Example requests for the API description; the tests send all of them."""

from typing import Any

EXAMPLES: dict[str, dict[str, Any]] = {
    "open_table": {
        "two people": {
            "game": "caylus", "edition": "en",
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
        "an action": {"wish": {"kind": "play", "actions": ["place castle"]}, "seen": 2, "key": "k3f9"},
        "a correction": {
            "wish": {"kind": "correct", "changes": {"red.deniers": "12"}, "why": "miscounted"}, "seen": 2,
        },
        "a number of the score sheet": {"wish": {"kind": "count", "seat": "red", "values": {"gold": 2}}, "seen": 2},
        "another depth": {"wish": {"kind": "depth", "depth": "assistant"}, "seen": 2},
        "an undo": {"wish": {"kind": "undo", "to": 3}, "seen": 3},
        "a name": {"wish": {"kind": "rename", "seat": "red", "name": "Anna"}, "seen": 2},
        "a pause": {"wish": {"kind": "pause"}, "seen": 2},
        "a computer player": {"wish": {"kind": "mind", "seat": "blue", "level": "builder"}, "seen": 2},
        "plans": {"wish": {"kind": "hint"}, "seen": 2},
        "no reminders": {"wish": {"kind": "reminders", "shown": False}, "seen": 2},
    },
    "carry_out": {"its move": {"seen": 3, "key": "k3f9"}},
    "sit": {"a seat": {"seat": "red"}},
    "leave": {"a seat": {"seat": "red"}},
    "answer": {"yes": {"seat": "red", "mark": "0123456789ab", "allow": True}},
    "lock": {"from here on": {"locked": True}},
    "score": {"two people": {"edition": "en", "players": {"red": {"track": 40, "gold": 2}, "blue": {"track": 44}}}},
}  # fmt: skip
"""Example bodies by operation and name."""
