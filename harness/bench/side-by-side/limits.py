#!/usr/bin/env python3
"""Measures what one process of the harness can drive: requests a second, processor time and allocation of a request against a server that answers at once, beside the JDBC driver alone, pgbench and sysbench against the same server.

    mvn -B -DskipTests -P benchmarks package
    harness/bench/side-by-side/limits.py --jar harness/bench/target/benchmarks.jar

    ./limits.py ... --protocol cql
    ./limits.py ... --only closed --connections 1,8,64 --rounds 5 --seconds 20
    ./limits.py ... --only thinking

The server is InstantServer of the benchmarks. Each round runs all contenders of a case, in an order that is rotated. Figures are medians
over the rounds; the last column is the least and the greatest ratio of processor time in a round. All contenders select one row by one
statement that is prepared once. Processor time is that of the client's process, with the part of it that the kernel takes: of the harness and
the driver after their warm-up, of the others as a whole. The driver alone is a loop that does nothing else (DriverCost): what the harness adds is
the difference to it. It has no open cases.
Since the server answers at once, the response times are a bound of what the client adds to each of a real server's, and include what the
instant server and the network of the machine take. Closed cases have one user a connection; open ones send evenly spaced requests over eight
connections, which pgbench draws from a Poisson process and spreads over its connections. Prints one line a run, then the tables of docs/accuracy.md. Needs Python 3 and Java; contenders that are not
installed are left out, and those that fail in a case, as sysbench does at a rate that it does not reach.
"""

import argparse
import contextlib
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

# Terminals of 2,000 warehouses of TPC-C, which send a transaction in 21 s on average, and connections for them.
TERMINALS, THINK_MS, SHARED = 20_000, 21_000, 8
OPEN_CONNECTIONS = 8
QUERY = "SELECT c FROM sbtest1 WHERE id=:id;\n"


class Failed(Exception):
    pass


def run(command):
    """Output, processor seconds of a command, and those of them in the kernel."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise Failed("failed with %d: %s\n%s" % (done.returncode, " ".join(command), done.stdout[-3000:]))
    kernel = after.ru_stime - before.ru_stime
    return done.stdout, after.ru_utime - before.ru_utime + kernel, kernel


@contextlib.contextmanager
def server(options):
    """An instant server on a free port."""
    process = subprocess.Popen(
        [options.java, "-cp", options.jar, "io.dbharness.bench.InstantServer", options.protocol, "0"],
        stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait()


class Harness:
    name = "harness"

    def __init__(self, options, port):
        self.options = options
        self.target = "jdbc:postgresql://127.0.0.1:%d/bench" % port if options.protocol == "postgresql" \
            else "cassandra://127.0.0.1:%d/bench?datacenter=datacenter1" % port

    def measure(self, connections, rate=0, **more):
        o = self.options
        text, _, _ = run([o.java, *o.java_options.split(), "-cp", o.jar, "io.dbharness.bench.RequestCost", "target=" + self.target,
                       "connections=%d" % connections, "rate=%d" % rate, "warmup=%d" % o.warmup, "seconds=%d" % o.seconds,
                       *("%s=%s" % pair for pair in more.items())])
        result = json.loads(text[text.rindex("{"):])
        if result["failed"]:
            raise Failed("%d requests failed" % result["failed"])
        return result


class Driver:
    name = "driver"

    def __init__(self, options, target):
        self.options, self.target = options, target

    def measure(self, connections):
        o = self.options
        text, _, _ = run([o.java, *o.java_options.split(), "-cp", o.jar, "io.dbharness.bench.DriverCost", self.target,
                          "bench", str(connections), str(o.warmup), str(o.seconds), "point-select"])
        return json.loads(text[text.rindex("{"):])


def per_request(rate, cpu, kernel, requests):
    return {"perSecond": float(rate), "cpuMicros": 1e6 * cpu / requests, "kernelMicros": 1e6 * kernel / requests}


class Pgbench:
    name = "pgbench"

    def __init__(self, options, port, folder):
        self.options, self.port = options, port
        self.script = os.path.join(folder, "point.sql")
        with open(self.script, "w") as file:
            file.write("\\set id random(1, 100000)\n" + QUERY)

    def measure(self, connections, rate=0):
        o = self.options
        text, *cpu = run([
            o.pgbench, "-n", "-M", "prepared", "-f", self.script, "-c", str(connections), "-j", str(min(connections, os.cpu_count())),
            "-T", str(o.seconds), *(["-R", str(rate)] if rate else []), "-h", "127.0.0.1", "-p", str(self.port), "-U", "bench", "bench"])
        requests = int(re.search(r"actually processed: (\d+)", text).group(1))
        return per_request(re.search(r"tps = ([\d.]+)", text).group(1), *cpu, requests)


class Sysbench:
    name = "sysbench"

    def __init__(self, options, port):
        self.options, self.port = options, port

    def measure(self, connections, rate=0):
        o = self.options
        text, *cpu = run([
            o.sysbench, "oltp_point_select", "--db-driver=pgsql", "--pgsql-host=127.0.0.1", "--pgsql-port=%d" % self.port,
            "--pgsql-user=bench", "--pgsql-db=bench", "--tables=4", "--table-size=100000", "--rand-type=uniform",
            "--threads=%d" % connections, "--time=%d" % o.seconds, *(["--rate=%d" % rate] if rate else []), "run"])
        total, rate = re.search(r"queries:\s+(\d+)\s+\(([\d.]+) per sec", text).groups()
        return per_request(rate, *cpu, int(total))


def measure(options, contenders, title, *case):
    """Medians of each contender, and the least and greatest ratio of processor time to each peer. A peer that fails is left out."""
    results = {c.name: [] for c in contenders}
    for turn in range(options.rounds):
        at = turn % len(contenders)
        for contender in contenders[at:] + contenders[:at]:
            if contender.name not in results:
                continue
            try:
                result = contender.measure(*case)
            except Failed as failure:
                if contender is contenders[0]:
                    raise
                del results[contender.name]
                print("%-18s %-9s %s" % (title, contender.name, failure), flush=True)
                continue
            results[contender.name].append(result)
            print("%-18s %-9s %s" % (title, contender.name, json.dumps(result)), flush=True)
    medians = {name: {key: statistics.median(one[key] for one in all_of) for key in all_of[0]} for name, all_of in results.items()}
    ours = medians["harness"]
    row = [title, "%.0f" % ours["perSecond"], micros(ours), "%.0f" % ours["bytes"],
           "%.0f / %.0f / %.0f" % (ours["p50Micros"], ours["p99Micros"], ours["p999Micros"])]
    for name in [c.name for c in contenders[1:]]:
        if name not in results:
            row += ["failed", "", ""]
            continue
        ratios = [mine["cpuMicros"] / its["cpuMicros"] for mine, its in zip(results["harness"], results[name])]
        row += ["%.0f" % medians[name]["perSecond"], micros(medians[name]),
                "%.2f (%.2f to %.2f)" % (ours["cpuMicros"] / medians[name]["cpuMicros"], min(ratios), max(ratios))]
    return row


def micros(result):
    return "%.1f (%.1f)" % (result["cpuMicros"], result["kernelMicros"])


def table(contenders, rows):
    header = ["", "requests/s", "us a request (kernel)", "bytes", "response p50 / p99 / p99.9 us"]
    for contender in contenders[1:]:
        header += [contender.name + " requests/s", "us a request (kernel)", "harness to it"]
    print("\n| " + " | ".join(header) + " |")
    print("|---" + "|---:" * (len(header) - 1) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def numbers(text):
    return [int(number) for number in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jar", required=True, help="benchmarks.jar")
    parser.add_argument("--java", default="java")
    parser.add_argument("--java-options", default="", help="of the harness")
    parser.add_argument("--pgbench", default=shutil.which("pgbench"), help="its command; found by the path if left out")
    parser.add_argument("--sysbench", default=shutil.which("sysbench"), help="its command; found by the path if left out")
    parser.add_argument("--protocol", default="postgresql", choices=["postgresql", "cql"])
    parser.add_argument("--only", action="append", choices=["closed", "open", "thinking"], help="may be repeated; left out, all")
    parser.add_argument("--connections", type=numbers, default=[1, 8, 64, 600], metavar="N,N,...", help="of closed cases")
    parser.add_argument("--rates", type=numbers, default=[20_000, 50_000, 100_000], metavar="N,N,...", help="of open cases")
    parser.add_argument("--warmup", type=int, default=20, metavar="SECONDS", help="of the harness")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    cases = options.only or ["closed", "open", "thinking"]
    with tempfile.TemporaryDirectory() as folder, server(options) as port:
        harness = Harness(options, port)
        alone, peers = [], []
        if options.protocol == "postgresql":
            alone = [Driver(options, harness.target)]
            peers += [Pgbench(options, port, folder)] if options.pgbench else []
            peers += [Sysbench(options, port)] if options.sysbench else []
        if "closed" in cases:
            contenders = [harness, *alone, *peers]
            table(contenders, [measure(options, contenders, "closed, %d" % n, n) for n in options.connections])
        if "open" in cases:
            contenders = [harness, *peers]
            table(contenders, [measure(options, contenders, "open, %d/s" % rate, OPEN_CONNECTIONS, rate) for rate in options.rates])
        if "thinking" in cases:
            rate = TERMINALS * 1000 // THINK_MS
            loads = [("harness, %d terminals that think for %d s on average" % (TERMINALS, THINK_MS // 1000),
                      lambda: harness.measure(SHARED, users=TERMINALS, think=THINK_MS))]
            loads += [("%s, %d requests a second" % (peer.name, rate), lambda peer=peer: peer.measure(SHARED, rate)) for peer in peers]
            results = [[measure_load() for _, measure_load in loads] for _ in range(options.rounds)]
            print()
            for (title, _), its in zip(loads, zip(*results)):
                percents = [1e-4 * one["cpuMicros"] * one["perSecond"] for one in its]
                print("%s, over %d connections: %.0f requests/s, %.1f %% of a processor (%.1f to %.1f)" % (
                    title, SHARED, statistics.median(one["perSecond"] for one in its),
                    statistics.median(percents), min(percents), max(percents)))


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(str(failure))
