"""How a device shows pages, whatever the table: the size of its text, and the hand that holds it."""

from collections.abc import Mapping

from flask import request

HANDLING: Mapping[str, tuple[str, ...]] = {"text": ("normal", "large", "larger"), "hand": ("right", "left")}
"""The steps of each setting, of which the first one holds at the start. They are kept in cookies of the same names."""


def handling() -> dict[str, str]:
    """Return the device's settings."""
    asked = {name: request.cookies.get(name, "") for name in HANDLING}
    return {name: asked[name] if asked[name] in steps else steps[0] for name, steps in HANDLING.items()}


def classes() -> str:
    """Return what differs from the start, for the style sheets."""
    return " ".join(f"{name}-{step}" for name, step in handling().items() if step != HANDLING[name][0])
