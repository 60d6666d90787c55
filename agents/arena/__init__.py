"""The arena: matches between agents, and what they say about how strong these are."""
