"""Agents that search to a fixed depth, deeper and deeper."""
