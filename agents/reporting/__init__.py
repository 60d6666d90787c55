"""What commands show and write: files, pages, figures, tables, progress, exit codes."""
