"""A real Dask cluster on this machine."""

import json
import subprocess
import sys
import time


class Processes:
    """A scheduler and workers, each a process of its own, on the loopback interface."""

    def __init__(self, folder, workers):
        note = folder / "scheduler.json"
        common = ["--scheduler-file", str(note), "--no-dashboard"]
        here = ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
        self.scheduler = self._start("scheduler", *common, "--host", "127.0.0.1", "--port", "0")
        self.workers = [self._start("worker", *common, *here) for _ in range(workers)]
        self._note = note

    @staticmethod
    def _start(*command):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([sys.executable, "-m", "dask", *command], **quiet)

    def __enter__(self):
        from distributed import Client

        end = time.monotonic() + 60
        while not self._note.exists():
            assert time.monotonic() < end, "the scheduler did not start"
            time.sleep(0.1)
        self.address = json.loads(self._note.read_text())["address"]
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=60)
        return self

    def __exit__(self, *_):
        for process in (*self.workers, self.scheduler):
            process.terminate()
            process.wait(60)
