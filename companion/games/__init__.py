"""The games, one package each. Everything that is specific to one game is here."""
