"""A table from the first page to its history: opened, joined, played by wishes, told to every device, taken home."""
