"""How computer players learn, and how well they play."""
