"""What holds for all tests."""

from __future__ import annotations

import signal

# A shell starts its background jobs deaf to Ctrl-C, and what they start inherits it: tests that
# interrupt a program would then wait for it in vain.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
