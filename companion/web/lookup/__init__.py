"""The rules look-up."""
