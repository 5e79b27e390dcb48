"""Breaks lines drawn at random, and counts how many of the faults the tests of their room notice."""
