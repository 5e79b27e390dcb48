"""Players that think: they weigh positions with learned weights, and look ahead to the end of the turn."""
