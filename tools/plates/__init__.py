"""Writes out the plates of the large woodcuts, which people draw in words."""
