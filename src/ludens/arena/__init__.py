"""Games between seats: histories, records, pairs and tuning."""
