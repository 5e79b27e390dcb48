"""Turns ids and arguments into sentences for one viewer. Used by the web, printing and the command line."""
