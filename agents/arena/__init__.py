"""The arena: matches between agents, and their standings."""
