"""The games, a package each: everything that only one game knows."""
