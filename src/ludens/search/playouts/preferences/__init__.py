"""Guides of playouts in machine code: each makes a preference of what it knows, a file a guide."""
