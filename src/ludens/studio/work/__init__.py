"""What worker processes do, and how they are asked."""
