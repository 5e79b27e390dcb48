"""A table from the first page to its history: opened, joined, played by commands, told to every device, taken home."""
