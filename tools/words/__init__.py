"""Tools for whoever writes the words: extraction, notes, renaming, proofreading, a language to find overflow."""
