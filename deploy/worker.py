#!/usr/bin/env python3
"""Searches the ranges of an index with urlgrep --worker, and prints the matches in order.

    urlgrep --survey=index.jsonl --email -r /archive
    deploy/worker.py index.jsonl --email >links.jsonl

The options are those of the survey; -j sets the number of workers. With --results=FILE,
worker.py reads what workers have printed for the ranges of the index, in its order, and
only starts a worker for ranges that must be searched again.

The exit status is 0 if all ranges were searched, and 2 if an input had an error, which the
workers print. The other matches are printed all the same.

This is the reference for programs that distribute ranges: scan shows what a worker is sent
and what it answers, settled the rule that makes the matches those of one search.
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


def read_index(name):
    """Returns the ranges of an index and its last line, which has their number."""
    with open(name, encoding="utf-8") as index:
        lines = [json.loads(line) for line in index]
    if not lines or lines[-1].get("survey", {}).get("ranges") != len(lines) - 1:
        sys.exit(f"worker.py: {name} is not complete")
    return lines[:-1], lines[-1]


def read_result(lines):
    """Returns the matches of the next range, in a file, and its end record.

    The end record is None if the lines end before it.
    """
    matches = tempfile.SpooledTemporaryFile(max_size=1 << 20)
    for line in lines:
        if line.startswith(b'{"range":'):  # no match begins with this key
            return matches, json.loads(line)["range"]
        matches.write(line)
    return matches, None


class Workers:
    """Worker processes, one for each thread of a pool."""

    def __init__(self, jobs, command, survey):
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.command = command
        self.survey = survey  # a worker checks it against its own version and options
        self.own = threading.local()  # worker is that of the thread

    def scan(self, request):
        """Returns the result of a range, from another worker if one ends before."""
        for _ in range(3):
            worker, lines = getattr(self.own, "worker", None), [request]
            if worker is None:
                worker = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                self.own.worker, lines = worker, [self.survey, request]
            try:
                worker.stdin.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
                worker.stdin.flush()
            except BrokenPipeError:
                pass  # its output ends, too
            matches, end = read_result(worker.stdout)
            if end is not None:
                return matches, end
            self.own.worker = None
            if worker.wait() == 2:
                break  # it has refused the options or a line
        sys.exit(f"worker.py: no worker has searched {request}")

    def scan_all(self, requests, ahead):
        """Yields the results of requests in order. At most ahead of them wait for their turn."""
        running = collections.deque()
        for request in requests:
            running.append(self.pool.submit(self.scan, request))
            if len(running) > ahead:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()

    def scan_again(self, request, last):
        again = {key: value for key, value in request.items() if key != "before"}
        return self.pool.submit(self.scan, again | {"from": last}).result()


def settled(requests, results, scan_again):
    """Yields the matches and end records of requests, which are in order, as one search would
    have them.

    A range that was not searched from where the range before it ends is searched again from
    there. The states are compared as strings.
    """
    before = {}
    for request, (matches, end) in zip(requests, results, strict=True):
        if end is None or any(end.get(key) != request.get(key) for key in ("file", "file_bytes", "begin", "end")):
            sys.exit(f"worker.py: the result of {request} is missing: there is {end}")
        if request.get("begin", 0) > 0 and "failed" not in before and "failed" not in end:
            if "last" not in before:
                continue  # the file ends before this range
            if end.get("first") != before["last"]:
                matches, end = scan_again(request, before["last"])
        before = end
        yield matches, end


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--results", type=argparse.FileType("rb"))
    parser.add_argument("index")
    parser.add_argument("options", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    requests, survey = read_index(args.index)
    urlgrep = shutil.which(os.environ.get("URLGREP", "urlgrep")) or sys.exit("worker.py: urlgrep is not in the PATH")
    workers = Workers(args.jobs, [urlgrep, "--worker", *args.options], survey)
    if args.results:
        results = (read_result(args.results) for _ in requests)
    else:
        results = workers.scan_all(requests, 2 * args.jobs)
    try:
        status = 0
        for matches, end in settled(requests, results, workers.scan_again):
            if "errors" in end:
                status = 2
            matches.seek(0)
            shutil.copyfileobj(matches, sys.stdout.buffer)
    finally:
        workers.pool.shutdown(wait=False, cancel_futures=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
