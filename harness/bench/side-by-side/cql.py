#!/usr/bin/env python3
"""Runs the harness and its peers alternately against one Cassandra, and compares processor time per operation and throughput.

Every contender has the same number of requests in flight, the same number and size of rows, and the same consistency. Each round
runs all contenders, in an order that is rotated; figures are medians over the rounds. Processor time is that of the client while it
measures: after the warm-up, as the client itself reports it (the harness in result.json, latte in its JSON report) or, for
cassandra-stress, as /proc reports it.

    ./cql.py --jar cli/target/harness.jar --latte latte --case small-write --case small-read
    ./cql.py --node 127.0.0.1:9042 ...              measures on this node; without --node the embedded one is started
    ./cql.py ... --stress 'cassandra-stress'        also runs cassandra-stress, started by that command

Prints one line per run, then the table. Needs Python 3 and Java; `cargo install latte-cli` builds latte.
"""

import argparse
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
import time

CASES = {
    "small-write": {"operation": "write", "payload": "small", "columns": 5, "bytes": 34, "rows": 100_000, "window": 32},
    "small-read": {"operation": "read", "payload": "small", "columns": 5, "bytes": 34, "rows": 100_000, "window": 32},
    "medium-write": {"operation": "write", "payload": "10k", "columns": 1, "bytes": 10_240, "rows": 10_000, "window": 16},
    "medium-read": {"operation": "read", "payload": "10k", "columns": 1, "bytes": 10_240, "rows": 10_000, "window": 16},
}
HERE = os.path.dirname(os.path.abspath(__file__))
TICKS = os.sysconf("SC_CLK_TCK")


# The harness exits so when a measurement is suspect or INVALID, as it may be where the contenders share a machine.
DOUBTED = (0, 12)


def run(command, log, allowed=(0,)):
    with open(log, "a") as out:
        out.write("\n$ " + " ".join(command) + "\n")
        out.flush()
        code = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL).returncode
    if code not in allowed:
        sys.exit("failed with %d: %s\nits output is in %s" % (code, " ".join(command), log))


def harness(options, case, folder, log):
    """Micros of processor time per operation, operations a second, p99 in milliseconds."""
    out = os.path.join(folder, "harness")
    run(shlex.split(options.harness) + [
        "cql", case["operation"], "--target", options.target(), "--payload", case["payload"], "--rows", str(case["rows"]),
        "--consistency", "quorum", "--users", str(case["window"]), "--connections", str(case["window"]),
        "--warmup", "%ds" % options.warmup, "--duration", "%ds" % options.seconds, "--out", out, "--quiet"], log, DOUBTED)
    with open(os.path.join(out, "result.json")) as file:
        result = json.load(file)
    broken = [check for check in result["checks"] if not check["passed"] and not options.replayed]
    if result["totals"]["failed"] or broken:
        sys.exit("the harness' run failed: %s %s" % (result["totals"], broken))
    rate = result["throughputPerSecond"]["value"]
    health = result["health"]
    operation = result["operations"][0]
    return 1e6 * health["cpuShare"] * health["cpus"] / rate, rate, operation["response"]["percentilesNanos"]["p99"] / 1e6


def latte(options, case, folder, log):
    report = os.path.join(folder, "latte.json")
    base = ["-P", "columns=%d" % case["columns"], "-P", "bytes=%d" % case["bytes"], "-P", "rows=%d" % case["rows"]]
    script = os.path.join(HERE, "cql.rn")
    os.environ["LATTE_LOG_DIR"] = folder
    if (case["columns"], case["bytes"]) not in options.loaded:
        run([options.latte, "schema"] + base + [script, options.node], log)
        run([options.latte, "load", "-q", "--consistency", "QUORUM"] + base + [script, options.node], log)
        options.loaded.add((case["columns"], case["bytes"]))
    run([options.latte, "run", "-q", "-f", case["operation"], "-t", "1", "-p", str(case["window"]), "-w", "%ds" % options.warmup,
         "-d", "%ds" % options.seconds, "--consistency", "QUORUM", "-o", report] + base + [script, options.node], log)
    with open(report) as file:
        document = json.load(file)
    result = document["result"]
    if result["error_count"] or result["request_count"] == 0:
        sys.exit("latte failed: %s" % result["errors"])
    at = document["percentiles"].index(99.0)
    p99 = result["request_latency"]["percentiles"][at]["value"]
    return (1e6 * result["cpu_time_s"] / result["request_count"], result["request_count"] / result["elapsed_time_s"],
            p99)


def cpu_of(root):
    """Processor seconds of a process and its children so far."""
    parents, used = {}, {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % pid) as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(pid)] = int(fields[1])
        used[int(pid)] = (int(fields[11]) + int(fields[12])) / TICKS

    def below(pid):
        while pid not in (0, 1, root):
            pid = parents.get(pid, 0)
        return pid == root

    return sum(seconds for pid, seconds in used.items() if below(pid))


def stress(options, case, folder, log):
    """cassandra-stress has no warm-up in time: it runs for both, and processor time and rows are taken after the warm-up."""
    keys = "dist=UNIFORM(1..%d)" % case["rows"]
    columns = ["-col", "size=FIXED(%d)" % case["bytes"], "n=FIXED(%d)" % case["columns"]]
    host, port = options.node.rsplit(":", 1)
    common = columns + ["-node", host, "-port", "native=" + port, "-mode", "native", "cql3", "-rate", "threads=%d" % case["window"]]
    base = shlex.split(options.stress)
    if ("stress", case["bytes"]) not in options.loaded:
        run(base + ["write", "n=%d" % case["rows"], "cl=QUORUM", "no-warmup", "-pop", "seq=1..%d" % case["rows"]] + common, log)
        options.loaded.add(("stress", case["bytes"]))
    command = base + [case["operation"], "duration=%ds" % (options.warmup + options.seconds), "cl=QUORUM", "no-warmup",
                      "-pop", keys] + common
    lines = []
    with open(log, "a") as out:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)

        def follow():
            for line in process.stdout:
                out.write(line)
                lines.append((time.monotonic(), cpu_of(process.pid), line))

        reader = threading.Thread(target=follow)
        reader.start()
        process.wait()
        reader.join()
    if process.returncode != 0:
        sys.exit("cassandra-stress failed with %d; its output is in %s" % (process.returncode, log))
    rows = [(at, cpu, [part.strip() for part in line.split(",")]) for at, cpu, line in lines if line.startswith("total,")]
    begin = rows[0][0] + options.warmup
    measured = [row for row in rows if row[0] >= begin]
    done = int(measured[-1][2][1]) - int(measured[0][2][1])
    if done <= 0:
        sys.exit("cassandra-stress reported no progress; its output is in %s" % log)
    return (1e6 * (measured[-1][1] - measured[0][1]) / done, done / (measured[-1][0] - measured[0][0]),
            statistics.median(float(row[2][9]) for row in measured))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--node", help="HOST:PORT of the server; by default the embedded node of the harness, which is started")
    parser.add_argument("--replayed", action="store_true",
                        help="--node is CqlReplay.java, which keeps no data: checks of the harness do not count")
    parser.add_argument("--datacenter", default="datacenter1")
    parser.add_argument("--protocol", default="V4",
                        help="the harness' version of the protocol; latte has V4 only. V5 adds checksums; empty: negotiated (default V4)")
    parser.add_argument("--jar", default="cli/target/harness.jar", help="harness.jar")
    parser.add_argument("--harness", help="command that starts the harness, by default java -jar JAR")
    parser.add_argument("--latte", help="the latte program")
    parser.add_argument("--stress", help="command that starts cassandra-stress")
    parser.add_argument("--case", action="append", choices=sorted(CASES), help="repeatable; all by default")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--warmup", type=int, default=40,
                        help="seconds; where two cores are shared with the node, the JVM compiles for 35 (default 40)")
    parser.add_argument("--seconds", type=int, default=30)
    options = parser.parse_args()
    options.harness = options.harness or "java -jar %s" % shlex.quote(options.jar)
    options.loaded = set()
    if options.node:
        measure(options)
        return
    command = ["java", "-cp", options.jar, os.path.join(HERE, "CqlNode.java")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sys.stderr, text=True) as node:
        address = re.match(r"cassandra://([^/]+)/", node.stdout.readline())
        if not address:
            sys.exit("no node: %s" % " ".join(command))
        options.node = address.group(1)
        try:
            measure(options)
        finally:
            node.stdin.close()


def measure(options):
    options.target = lambda: "cassandra://%s/sidebyside?datacenter=%s%s" % (
        options.node, options.datacenter, "&protocol=" + options.protocol if options.protocol else "")
    contenders = [("harness", harness)]
    contenders += [("latte", latte)] if options.latte else []
    contenders += [("cassandra-stress", stress)] if options.stress else []
    for name in options.case or list(CASES):
        case, figures = CASES[name], {contender: [] for contender, _ in contenders}
        for turn in range(options.rounds):
            order = contenders[turn % len(contenders):] + contenders[:turn % len(contenders)]
            for contender, start in order:
                folder = tempfile.mkdtemp(prefix="side-by-side-")
                cpu, rate, p99 = start(options, case, folder, os.path.join(folder, "log.txt"))
                figures[contender].append((cpu, rate, p99))
                print("%s round %d %s: %.1f us of processor time per operation, %.0f op/s, p99 %.2f ms, load %.1f"
                      % (name, turn + 1, contender, cpu, rate, p99, os.getloadavg()[0]), flush=True)
        own_cpu, own_rate = (statistics.median(f[i] for f in figures["harness"]) for i in (0, 1))
        for contender, _ in contenders:
            cpu, rate = (statistics.median(f[i] for f in figures[contender]) for i in (0, 1))
            print("%-14s %-17s %8.1f us/op %10.0f op/s   harness: %.2f x its processor time, %.2f x its throughput"
                  % (name, contender, cpu, rate, own_cpu / cpu, own_rate / rate), flush=True)


if __name__ == "__main__":
    main()
