"""What is probably not meant, although the language allows it."""
