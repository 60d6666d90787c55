"""`python -m research.balance`."""

import sys

from research.balance.command import main

if __name__ == "__main__":
    sys.exit(main())
