"""Companion for Caylus and Caylus Magna Carta: one source of rules for referee, table app and print shop."""

__version__ = "1.0.0"
