"""The jitted parts of the studies."""
