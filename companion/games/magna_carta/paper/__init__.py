"""What Magna Carta brings to the print shop."""

FILE_NAME = "CaylusMagnaCarta"
"""What the names of its files begin with."""
