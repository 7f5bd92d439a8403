"""What a command costs: wall time, processor time, memory and the bytes of the file that it writes."""

import math
import os
import subprocess
import time


class Cost:
    """Wall and CPU milliseconds, megabytes that were resident, and bytes; the least of what was noted."""

    def __init__(self):
        self.wall = self.cpu = self.memory = self.bytes = math.inf

    def run(self, command, output):
        """Runs a command that writes a file. Its time counts with all that it starts."""
        start = time.monotonic()
        process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == 0:
            self.wall = min(self.wall, (time.monotonic() - start) * 1000)
            self.cpu = min(self.cpu, (usage.ru_utime + usage.ru_stime) * 1000)
            self.memory = min(self.memory, usage.ru_maxrss / 1024)
            self.bytes = output.stat().st_size

    @property
    def row(self):
        return f"{self.wall:10.1f}{self.cpu:10.1f}{self.bytes:10}" if self.bytes < math.inf else f"{'-':>10}" * 3


def ratios(kiln, peer):
    """How many times Kiln is faster in wall and CPU time, and its part of the peer's bytes."""
    return peer.wall / kiln.wall, peer.cpu / kiln.cpu, kiln.bytes / peer.bytes
