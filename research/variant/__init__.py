"""Variant studies: two sets of components on the same deals, compared deal by deal."""
