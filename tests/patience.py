"""How long a test waits for what does come, before it gives up: longer than any busy machine takes."""

PATIENCE = 120.0
"""Seconds. Nothing that passes waits for them to go by."""
