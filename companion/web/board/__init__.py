"""The shared board as a drawing: what lies on the table, laid out in plain numbers; a template draws it."""
