"""`python -m agents.arena`."""

import sys

from agents.arena.run import main

if __name__ == "__main__":
    sys.exit(main())
