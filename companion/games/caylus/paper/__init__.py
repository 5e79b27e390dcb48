"""The printed sheets that are specific to Caylus."""
