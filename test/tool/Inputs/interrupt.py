"""interrupt.py SIGNAL PROGRAM ARGUMENT...: sends the signal when the program has come
to read the pipe `waits.c`, and ends with the program's exit code."""

import os
import signal
import subprocess
import sys
import time

os.mkfifo("waits.c")
program = subprocess.Popen(sys.argv[2:])
while program.poll() is None:
    try:
        os.open("waits.c", os.O_WRONLY | os.O_NONBLOCK)
    except OSError:  # nobody reads yet
        time.sleep(0.01)
        continue
    program.send_signal(getattr(signal, sys.argv[1]))
    program.wait()
sys.exit(program.returncode)
