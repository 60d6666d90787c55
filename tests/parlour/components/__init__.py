"""Components of games as data: files, errors, the command, sources."""
