"""The output of all commands: files, pages, figures, tables, progress, exit codes."""
