"""The shared board as a drawing: laid out in plain numbers here, drawn by a template."""
