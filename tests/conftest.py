"""What holds for all tests."""

from __future__ import annotations

import signal

# Shells start what runs in the background with interrupts ignored, and processes pass that on to those they start.
# Tests that interrupt a command need it to listen.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
