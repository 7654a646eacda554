"""The studies themselves, one file a document, and what they measure besides games."""
