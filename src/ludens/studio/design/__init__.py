"""Reports on rules while they are written."""
