"""`python -m training.report`."""

import sys

from training.report.command import main

if __name__ == "__main__":
    sys.exit(main())
