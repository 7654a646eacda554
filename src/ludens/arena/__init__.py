"""Games between agents: matches, records, tournaments and their store, ratings, pairs and tuning."""
