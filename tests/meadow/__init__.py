"""A made-up game that nothing but its own package knows: three buildings and a hay cart."""
