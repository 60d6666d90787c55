"""A variant study: two sets of components on the same deals, compared deal by deal."""
