"""Trainings of networks, as their reports tell of them while they go on."""
