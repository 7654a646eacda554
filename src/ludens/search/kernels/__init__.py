"""Tree search as compiled functions on arrays."""
