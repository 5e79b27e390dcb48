"""What Caylus brings to the print shop."""
