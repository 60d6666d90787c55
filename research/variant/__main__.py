"""`python -m research.variant`."""

import sys

from research.variant.command import main

if __name__ == "__main__":
    sys.exit(main())
