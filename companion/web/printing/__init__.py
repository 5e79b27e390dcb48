"""The print shop's pages."""
