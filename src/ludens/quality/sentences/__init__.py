"""What figures mean, in sentences."""
