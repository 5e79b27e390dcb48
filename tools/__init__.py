"""What only authors of the project run. Not part of the wheel; the product never imports it."""
