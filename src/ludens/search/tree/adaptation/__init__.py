"""Parameters of a search that are chosen while it runs: by which bandit, and what of a search may change."""
