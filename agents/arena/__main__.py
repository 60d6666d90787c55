"""`python -m agents.arena`."""

import sys

from agents.arena.command import main

if __name__ == "__main__":
    sys.exit(main())
