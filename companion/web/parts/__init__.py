"""What screens are made of: the frame round them, entries in words, tiles, fields, numbers of a chart."""
