"""The long walk: a real server, and people who do at its tables whatever people do, while everything is looked at."""
