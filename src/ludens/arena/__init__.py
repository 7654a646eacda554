"""Games between seats: histories and records."""
