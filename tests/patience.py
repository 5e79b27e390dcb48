"""How long a test waits before it gives up: longer than even a busy machine takes."""

PATIENCE = 120.0
"""In seconds. A test that passes never waits this long."""
