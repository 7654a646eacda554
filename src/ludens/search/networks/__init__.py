"""Small networks that say what positions are worth and which moves look good: what they see, and how they are kept."""
