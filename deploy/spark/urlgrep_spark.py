#!/usr/bin/env python3
"""Searches the ranges of an index on a Spark cluster, and writes the matches to a directory.

    urlgrep --survey=index.jsonl --email -r /archive
    spark-submit deploy/spark/urlgrep_spark.py index.jsonl links --email

The options are those of the survey. Each executor needs the command urlgrep, or the one that
URLGREP names, and the files under the names that they have in the index: make them absolute.
Spark creates the directory, with files of matches, and an empty file _SUCCESS when it is complete.
The exit status is 2 if an input has an error, which is printed.
"""

import argparse
import json
import os
import shlex
import sys

from pyspark import StorageLevel
from pyspark.sql import SparkSession

TASKS = 8  # at least so many tasks for each core
LARGEST = 256 << 20  # bytes of files that a task searches, if no range is larger
FILE = 64 << 10  # bytes that take as long to search as opening a file


def read_index(name):
    """Returns the ranges of an index, and its last line, which says how many there are."""
    with open(name, encoding="utf-8") as f:
        *lines, survey = f.read().splitlines() or [""]
    if not survey.startswith('{"survey":') or json.loads(survey)["survey"]["ranges"] != len(lines):
        raise SystemExit(f"{name}: the index is not complete")
    return [json.loads(line) for line in lines], survey


def is_end(line):
    """Reports whether a line is an end record. The object of a match has no key "range"."""
    return line.startswith('{"range":')


def settle(requests, ends):
    """Returns the numbers of the ranges that are part of the matches, and requests for wrong ones.

    The ranges of a file are in order, and the first one is right. Another one is right if it was
    searched from the state in which the range before it ends. If not, it is searched again from
    that state. If that is wrong too, because the range before it was wrong, it waits until all
    ranges before it are right: so no range is searched more than three times. The file ends in a
    range without a last state. A range that cannot be read completely is not searched again.
    """
    part, again = set(), {}
    for i, (request, end) in enumerate(zip(requests, ends, strict=True)):
        if request["begin"] == 0:
            sure = True
        elif end.get("failed") or before.get("failed"):
            pass
        elif "last" not in before:
            continue
        elif end.get("first") != before["last"]:
            if sure or "from" not in request:
                again[i] = {k: v for k, v in request.items() if k != "before"} | {"from": before["last"]}
            sure = False
        part.add(i)
        before = end
    return part, again


def group(requests, size):
    """Returns the numbers of requests in groups, one for each task, of about size bytes."""
    groups, room = [], 0
    for i, request in requests.items():
        if room <= 0:
            groups.append([])
            room = size
        groups[-1].append(i)
        room -= max(request["end"] - request["begin"], FILE)
    return groups


def search(sc, command, survey, requests, groups):
    """Returns the results of requests, with a partition for each group, and their end records.

    The executors keep the results on disk. Spark repeats a task that fails, or whose executor
    and results are lost. A worker is sent the last line of the index too: it fails if it is of
    another version than the survey.
    """
    lines = ["\n".join([survey] + [json.dumps(requests[i]) for i in numbers]) for numbers in groups]
    results = sc.parallelize(lines, len(lines)).pipe(command, {"PATH": os.environ["PATH"]}, checkCode=True)
    results.persist(StorageLevel.DISK_ONLY)
    ends = [json.loads(line)["range"] for line in results.filter(is_end).collect()]
    for request, end in zip(requests.values(), ends, strict=True):
        if any(end.get(key) != request.get(key) for key in ("file", "begin", "end")):
            raise SystemExit(f"the results have {end} for {request}")
    return results, ends


def matches(results, groups, kept):
    """Returns the matches in the ranges that kept has. An end record follows those of a range."""
    def select(partition, lines):
        numbers = iter(groups[partition])
        i = next(numbers)
        for line in lines:
            if is_end(line):
                i = next(numbers, None)
            elif i in kept:
                yield line
    return results.mapPartitionsWithIndex(select)


def write_matches(sc, command, requests, survey, directory):
    """Writes the matches in the ranges of an index to a directory. Returns the end records."""
    size = sum(request["end"] - request["begin"] for request in requests)
    size = min(size // (TASKS * sc.defaultParallelism), LARGEST)
    ends = [None] * len(requests)
    newest = {}  # from the number of a range to its last round
    rounds = []  # pairs: the results of a round, and the groups of its ranges
    again = dict(enumerate(requests))
    while again:
        groups = group(again, size)
        results, found = search(sc, command, survey, again, groups)
        for i, end in zip(again, found, strict=True):
            requests[i], ends[i], newest[i] = again[i], end, len(rounds)
        rounds.append((results, groups))
        part, again = settle(requests, ends)
    parts = [sc.emptyRDD()]
    for n, (results, groups) in enumerate(rounds):
        parts.append(matches(results, groups, {i for i in part if newest[i] == n}))
    sc.union(parts).saveAsTextFile(directory)
    return ends


def main():
    parser = argparse.ArgumentParser(usage="urlgrep_spark.py INDEX DIRECTORY [OPTION...]", allow_abbrev=False)
    parser.add_argument("index")
    parser.add_argument("directory")
    args, options = parser.parse_known_args()
    requests, survey = read_index(args.index)
    command = shlex.join([os.environ.get("URLGREP", "urlgrep"), "--worker", *options])
    with SparkSession.builder.appName("urlgrep").getOrCreate() as spark:
        ends = write_matches(spark.sparkContext, command, requests, survey, args.directory)
    errors = [error for end in ends for error in end.get("errors", [])]
    for error in errors:
        print(error, file=sys.stderr)
    return 2 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
