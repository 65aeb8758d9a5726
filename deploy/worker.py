#!/usr/bin/env python3
"""Searches the ranges of an index with urlgrep --worker, and prints the matches in order.

    urlgrep --survey=index.jsonl --email -r /archive
    deploy/worker.py index.jsonl --email >links.jsonl

The options are those of the survey. With --results=FILE, worker.py starts no workers but
reads what they have printed for the ranges of the index, in order. It prints the matches,
and only searches ranges again whose first state was guessed wrong.

This is the reference for programs that distribute ranges: see scan for what a worker is
sent and answers, and settled for the rule that makes the matches those of one search.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

END = b'{"range":'  # the beginning of an end record; the object of a match has no such key


def read_result(lines):
    """Returns the objects of the next range, as a file, and its end record.

    The end record is None if the lines end before it.
    """
    objects = tempfile.SpooledTemporaryFile(max_size=1 << 20)
    for line in lines:
        if line.startswith(END):
            return objects, json.loads(line)["range"]
        objects.write(line)
    return objects, None


class Workers:
    """Worker processes, one for each thread of a pool."""

    def __init__(self, command, jobs):
        self.command = command
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.own = threading.local()  # has the worker of the thread

    def scan(self, request):
        """Returns the result of a range. If a worker ends without one, another is sent the range."""
        for _ in range(3):
            worker = getattr(self.own, "worker", None)
            if worker is None:
                worker = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                self.own.worker = worker
            try:
                worker.stdin.write(json.dumps(request).encode() + b"\n")
                worker.stdin.flush()
            except BrokenPipeError:
                pass
            result = read_result(worker.stdout)
            if result[1] is not None:
                return result
            self.own.worker = None
            worker.stdin.close()
            if worker.wait() == 2:
                break  # not a request, or an option that is not valid
        raise SystemExit(f"worker.py: no result for {request}")

    def submit(self, request):
        return self.pool.submit(self.scan, request)

    def scan_all(self, requests, ahead):
        """Yields the results of requests in order. The workers are at most so many ahead."""
        running = collections.deque()
        for request in requests:
            running.append(self.submit(request))
            if len(running) > ahead:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


def settled(requests, results, scan):
    """Yields the right result of each request: a range is scanned again, from where the range
    before it ends, if it was not scanned from there."""
    last = None
    for request, (objects, end) in zip(requests, results, strict=True):
        if end is None or any(end.get(k) != request.get(k) for k in ("file", "begin", "end")):
            raise SystemExit(f"worker.py: the results have {end} for {request}")
        if request.get("begin", 0) > 0:
            if last is None:
                continue  # the file ends before this range
            if end.get("first") != last:
                again = {"file": request["file"], "begin": request["begin"], "end": request["end"], "from": last}
                objects, end = scan(again)
        yield objects, end
        last = end.get("last")


def read_index(name):
    """Returns the ranges of an index. Its last line says how many there are."""
    with open(name, encoding="utf-8") as f:
        lines = [json.loads(line) for line in f]
    if not lines or "survey" not in lines[-1] or lines[-1]["survey"]["ranges"] != len(lines) - 1:
        raise SystemExit(f"{name}: the index is not complete")
    return lines[:-1]


def main():
    parser = argparse.ArgumentParser(usage="worker.py [-j JOBS] [--results FILE] INDEX [OPTION...]", allow_abbrev=False)
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    parser.add_argument("--results", type=argparse.FileType("rb"))
    parser.add_argument("index")
    args, options = parser.parse_known_args()
    requests = read_index(args.index)
    workers = Workers([os.environ.get("URLGREP", "urlgrep"), "--worker", *options], args.jobs)
    if args.results:
        results = (read_result(args.results) for _ in requests)
    else:
        results = workers.scan_all(requests, 2 * args.jobs)
    errors = 0
    for objects, end in settled(requests, results, lambda request: workers.submit(request).result()):
        objects.seek(0)
        shutil.copyfileobj(objects, sys.stdout.buffer)
        errors += len(end.get("errors", []))
    return 2 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
