"""A balance study: what wins, and by how much, in the games of agents with themselves."""
