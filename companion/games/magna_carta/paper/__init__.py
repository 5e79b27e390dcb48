"""The printed sheets that are specific to Magna Carta."""

FILE_NAME = "CaylusMagnaCarta"
"""The prefix of the file names."""
