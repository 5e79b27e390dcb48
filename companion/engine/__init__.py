"""The rules at work: pure state machines for both games. No input or output, no sentences, no clock."""
