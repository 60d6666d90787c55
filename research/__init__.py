"""Balance research: what wins, and what happens if a component changes."""
