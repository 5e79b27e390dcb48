"""Building blocks of screens: the frame, log entries in words, tiles, form fields, a chart's numbers."""
