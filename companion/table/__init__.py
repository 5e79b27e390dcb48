"""One real table: who sits there, what has happened, what was put right. The log is the truth; the rest is replay."""
