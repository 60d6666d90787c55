"""`python -m research.calibrate`."""

import sys

from research.calibrate.command import main

if __name__ == "__main__":
    sys.exit(main())
