#!/usr/bin/env python3
"""Runs the harness and sysbench against one PostgreSQL, MariaDB or MySQL alternately, and compares throughput and processor time of the client.

Both use the same tables, the same number of connections and uniform keys. Each round runs all contenders of a case, in an order that is
rotated; figures are medians over the rounds, ratios are of medians, beside the least and the greatest ratio of a round. Both run for the warm-up and the measured seconds, and only
the latter count. Processor time is that of the client: of the whole process for
sysbench and for loading, and for the harness' runs while it measures, after the warm-up, as its result.json reports it.

    ./sysbench.py --database bench --user postgres --harness 'java -jar harness.jar' --sysbench sysbench
    ./sysbench.py ... --case point-select --case insert --case read-write --connections 1,8,64
    ./sysbench.py ... --before 'java -jar earlier/harness.jar'
    ./sysbench.py --driver mysql --port 3306 --user bench --database bench ...

The database must have no tables sbtest; the script creates them and drops them at the end. A password is taken from PGPASSWORD or,
with --driver mysql, from MYSQL_PWD. Prints one line per
run, then the ratios. Needs only Python 3.
"""

import argparse
import json
import os
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

# For each case: sysbench's script, the harness' test and options, and the score that counts the same things as sysbench's queries.
CASES = {
    "load": None,
    "point-select": ("oltp_point_select", "point-select", [], "readsPerSecond"),
    "pipeline": ("oltp_point_select", "point-select", ["--statements", "10", "--pipeline", "10"], "readsPerSecond"),
    "insert": ("oltp_insert", "insert", [], "writesPerSecond"),
    "read-only": ("oltp_read_only", "read-only", [], "queriesPerSecond"),
    "read-write": ("oltp_read_write", "read-write", [], "queriesPerSecond"),
}


# For each of sysbench's drivers: how the harness' addresses begin, and where a password is.
DRIVERS = {"pgsql": ("jdbc:postgresql", "PGPASSWORD"), "mysql": ("jdbc:mariadb", "MYSQL_PWD")}


class Failed(Exception):
    pass


def run(command, folder):
    """Output, seconds and processor seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
    seconds = time.monotonic() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise Failed("failed with %d: %s\n%s" % (done.returncode, " ".join(command), done.stdout[-3000:]))
    return done.stdout, seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Harness:

    def __init__(self, options, folder, name, jar):
        self.options, self.folder, self.name, self.jar, self.runs = options, folder, name, jar, 0

    def command(self, test, *more):
        o = self.options
        scheme, password = DRIVERS[o.driver]
        common = ["--target", "%s://%s:%d/%s" % (scheme, o.host, o.port, o.database), "--user", o.user]
        if password in os.environ:
            common += ["--password", "env:" + password]
        return shlex.split(self.jar) + ["sysbench", test, *more] + common + \
            ["--tables", str(o.tables), "--table-size", str(o.table_size)]

    def load(self):
        return run(self.command("point-select", "load") + ["--loaders", str(self.options.tables), "--quiet"], self.folder)[1:]

    def drop(self):
        run(self.command("point-select", "drop") + ["--quiet"], self.folder)

    def measure(self, case, connections):
        """Queries a second and processor microseconds a query."""
        _, test, more, score = CASES[case]
        self.runs += 1
        out = os.path.join(self.folder, "%s-%d" % (self.name, self.runs))
        o = self.options
        try:
            run(self.command(test) + more + [
                "--connections", str(connections), "--users", str(connections), "--warmup", "%ds" % o.warmup,
                "--duration", "%ds" % o.seconds, "--load", "never", "--count-rows", "no",
                "--others-write", "yes", "--quiet", "--out", out], self.folder)
        except Failed as failure:
            # On a busy machine the harness distrusts its own latencies; what is compared here is throughput and processor time.
            if not os.path.exists(os.path.join(out, "result.json")):
                raise
            print("  " + str(failure).splitlines()[0], flush=True)
        with open(os.path.join(out, "result.json")) as file:
            result = json.load(file)
        if result["totals"]["failed"] > 0.001 * result["totals"]["completed"]:
            raise Failed("%s: %s failed" % (case, result["totals"]["failed"]))
        rate = result["scores"][score]
        health = result["health"]
        return rate, 1e6 * health["cpuShare"] * health["cpus"] / rate


class Sysbench:
    name = "sysbench"

    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def command(self, script, *more):
        o = self.options
        secret = os.environ.get(DRIVERS[o.driver][1])
        password = ["--%s-password=%s" % (o.driver, secret)] if secret else []
        return shlex.split(o.sysbench) + [
            script, "--db-driver=" + o.driver, "--%s-host=%s" % (o.driver, o.host), "--%s-port=%d" % (o.driver, o.port),
            "--%s-user=%s" % (o.driver, o.user), "--%s-db=%s" % (o.driver, o.database), "--tables=%d" % o.tables, "--table-size=%d" % o.table_size, "--rand-type=uniform",
            *password, *more]

    def load(self):
        return run(self.command("oltp_point_select", "--threads=%d" % self.options.tables, "prepare"), self.folder)[1:]

    def drop(self):
        run(self.command("oltp_point_select", "cleanup"), self.folder)

    def measure(self, case, connections):
        """As the harness: only what comes after the warm-up counts, since the server too is another one after that long."""
        o = self.options
        more = ["--threads=%d" % connections, "--time=%d" % (o.warmup + o.seconds), "--report-interval=1", "run"]
        text, _, processor = run(self.command(CASES[case][0], *more), self.folder)
        total = re.search(r"queries:\s+(\d+)\s+\(", text)
        rates = [float(rate) for second, rate in re.findall(r"\[ (\d+)s \].*? qps: ([\d.]+)", text) if int(second) > o.warmup]
        if not total or not rates:
            raise Failed("sysbench said nothing of queries:\n" + text[-3000:])
        return statistics.fmean(rates), 1e6 * processor / int(total.group(1))


def median(values):
    return statistics.median(values)


def compare_loads(options, contenders):
    seconds = {c.name: [] for c in contenders}
    processor = {c.name: [] for c in contenders}
    for turn in range(options.rounds):
        for contender in rotated(contenders, turn):
            wall, cpu = contender.load()
            contender.drop()
            seconds[contender.name].append(wall)
            processor[contender.name].append(cpu)
            print("%-12s %-9s %8.2f s, client %6.2f s" % ("load", contender.name, wall, cpu), flush=True)
    ours, theirs = median(seconds["harness"]), median(seconds["sysbench"])
    return "| load | %.2f s | %.2f s | **%.2f** | %.2f s | %.2f s | %.2f |" % (
        ours, theirs, theirs / ours, median(processor["harness"]), median(processor["sysbench"]),
        median(processor["harness"]) / median(processor["sysbench"]))


def compare_runs(options, contenders, case, connections):
    rates = {c.name: [] for c in contenders}
    costs = {c.name: [] for c in contenders}
    for turn in range(options.rounds):
        for contender in rotated(contenders, turn):
            rate, cost = contender.measure(case, connections)
            rates[contender.name].append(rate)
            costs[contender.name].append(cost)
            print("%-12s %3d %-9s %8.0f queries/s, client %6.2f us a query" % (case, connections, contender.name, rate, cost), flush=True)
    rows = []
    for ours in [c.name for c in contenders if c.name != "sysbench"]:
        ratios = [a / b for a, b in zip(rates[ours], rates["sysbench"])]
        rows.append("| %s, %d connections%s | %.0f/s | %.0f/s | **%.2f** (%.2f to %.2f) | %.2f us | %.2f us | %.2f |" % (
            case, connections, "" if ours == "harness" else ", " + ours,
            median(rates[ours]), median(rates["sysbench"]), median(rates[ours]) / median(rates["sysbench"]), min(ratios), max(ratios),
            median(costs[ours]), median(costs["sysbench"]), median(costs[ours]) / median(costs["sysbench"])))
    return rows


def numbers(text):
    return [int(number) for number in text.split(",")]


def rotated(contenders, turn):
    at = turn % len(contenders)
    return contenders[at:] + contenders[:at]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--harness", default="java -jar harness.jar", help="the command that starts the harness")
    parser.add_argument("--before", metavar="COMMAND", help="the command of an earlier harness, which is compared too")
    parser.add_argument("--sysbench", default="sysbench", help="the command that starts sysbench")
    parser.add_argument("--driver", default="pgsql", choices=sorted(DRIVERS), help="of sysbench")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=5432)
    parser.add_argument("--database", required=True)
    parser.add_argument("--user", default="postgres")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--table-size", type=int, default=100_000)
    parser.add_argument("--connections", type=numbers, default=[8], metavar="N,N,...")
    parser.add_argument("--warmup", type=int, default=20, metavar="SECONDS", help="of both, not counted")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--case", action="append", choices=sorted(CASES), help="may be repeated; left out, the first four")
    options = parser.parse_args()
    cases = options.case or ["load", "point-select", "pipeline", "insert"]
    with tempfile.TemporaryDirectory() as folder:
        contenders = [Harness(options, folder, "harness", options.harness), Sysbench(options, folder)]
        rows = []
        if "load" in cases:
            rows.append(compare_loads(options, contenders))
        if cases != ["load"]:
            contenders[0].load()
            if options.before:
                contenders.append(Harness(options, folder, "before", options.before))
            for connections in options.connections:
                for case in cases:
                    if case != "load":
                        rows += compare_runs(options, contenders, case, connections)
            contenders[0].drop()
    print("\n| case | harness | sysbench | times as good | client, harness | client, sysbench | ratio |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(rows))


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(str(failure))
