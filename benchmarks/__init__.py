"""Every figure in the README is printed by something in here."""
