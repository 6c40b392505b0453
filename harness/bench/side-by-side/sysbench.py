#!/usr/bin/env python3
"""Runs the harness and sysbench against one PostgreSQL, MariaDB or MySQL alternately, and compares throughput and processor time of the client.

Both use the same tables, the same number of connections and uniform keys. In each case all contenders are started and warmed up one after
the other. Then they take turns: one goes on for some seconds while the others are stopped (SIGSTOP), so that a machine that gets slower or
faster in minutes does so for all. The order changes from round to round: what one has written, the server writes to disk in the turn of the
next. Turns begin and end with the intervals of a second that the contenders report themselves; that in which a contender was stopped does
not count. Figures are medians over the rounds, ratios are of medians, beside the least and the greatest ratio of a round. Loads are whole
runs. Processor time is that of the client's process. With --benchmarks, point selects, inserts and the reads and writes are sent to
PostgreSQL by a loop over the JDBC driver too, which does nothing else: more than it can do, the harness cannot. With --pgbench the first two
are sent by that too, as prepared statements; it inserts always the same text.

    ./sysbench.py --database bench --user postgres --harness 'java -jar harness.jar' --sysbench sysbench
    ./sysbench.py ... --case point-select --case insert --case read-write --connections 1,8,64
    ./sysbench.py ... --before 'java -jar earlier/harness.jar'
    ./sysbench.py ... --case point-select --benchmarks harness/bench/target/benchmarks.jar --pgbench pgbench
    ./sysbench.py --driver mysql --port 3306 --user bench --database bench ...

The database must have no tables sbtest; the script creates them and drops them at the end. For read-write there must be one database for
each contender, bench_harness, bench_sysbench and so on where --database is bench: one that is stopped within a transaction keeps its locks on
rows, and the others would wait for them. A password is taken from PGPASSWORD or, with --driver mysql, from MYSQL_PWD. A contender's command
must not leave its work to another process. Prints one line a turn, then the ratios. Needs only Python 3 and Linux.
"""

import argparse
import os
import resource
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time

# For each case: sysbench's script, the queries of one of its transactions, the harness' test and options, and the queries of its transactions.
CASES = {
    "load": None,
    "point-select": ("oltp_point_select", 1, "point-select", [], 1),
    "pipeline": ("oltp_point_select", 1, "point-select", ["--statements", "10", "--pipeline", "10"], 10),
    "insert": ("oltp_insert", 1, "insert", [], 1),
    "read-only": ("oltp_read_only", 16, "read-only", [], 16),
    "read-write": ("oltp_read_write", 20, "read-write", [], 20),
}

# Cases whose transactions lock rows.
LOCKING = ["read-write"]

# Of each interval, sysbench prints its seconds and transactions.
REPORT = """require("%s")
sysbench.hooks.report_intermediate = function(stat)
   io.write(string.format("interval %%.6f %%d\\n", stat.time_interval, stat.events))
   io.flush()
end
"""

# Longer than any case takes.
ENDLESS = 100_000

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


def read_interval(line):
    """Seconds and transactions, of the lines of REPORT and of DriverCost."""
    words = line.split()
    return (float(words[1]), int(words[2])) if words[:1] == ["interval"] else None


class Running:
    """A contender that has been started. Stopped but in its turns."""

    def __init__(self, name, command, folder, queries, read, reports=None):
        """Its intervals are the lines of the file reports, left out of its output, for which read does not return None."""
        self.name, self.queries = name, queries
        self.log = os.path.join(folder, name + ".log")
        self.reported = self.intervals(reports or self.log, read)
        with open(self.log, "w") as log:
            # In a session of its own: the end of the terminal's shell would let those go on that are stopped.
            self.process = subprocess.Popen(
                command, cwd=folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)

    def intervals(self, file, read):
        """Seconds and transactions of each interval that is reported from now on."""
        at = 0
        while True:
            lines = []
            if os.path.exists(file):
                with open(file) as reported:
                    reported.seek(at)
                    text = reported.read()
                    text = text[:text.rfind("\n") + 1]
                at += len(text)
                lines = text.splitlines()
            yield from filter(None, map(read, lines))
            if self.process.poll() is not None:
                with open(self.log) as log:
                    raise Failed("%s ended early:\n%s" % (self.name, log.read()[-3000:]))
            time.sleep(0.02)

    def count(self, seconds):
        """Seconds and transactions of the next intervals of so many seconds in all."""
        passed = counted = 0
        while passed < seconds:
            interval, transactions = next(self.reported)
            passed += interval
            counted += transactions
        return passed, counted

    def warm(self, seconds):
        self.count(seconds)
        self.stop()

    def stop(self):
        self.process.send_signal(signal.SIGSTOP)
        self.stopped = time.monotonic()

    def turn(self, seconds):
        """Queries a second and processor microseconds a query."""
        self.process.send_signal(signal.SIGCONT)
        stop = time.monotonic() - self.stopped
        while next(self.reported)[0] < 0.9 * stop:
            pass  # The interval in which it was stopped comes next.
        while next(self.reported)[0] < 0.5:
            pass  # The harness has short ones until it has caught up.
        before = self.processor()
        passed, transactions = self.count(seconds)
        used = self.processor() - before
        self.stop()
        queries = self.queries * transactions
        return queries / passed, 1e6 * used / queries

    def processor(self):
        with open("/proc/%d/stat" % self.process.pid) as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.terminate()
        self.process.wait()


class Harness:
    cases = CASES

    def __init__(self, options, folder, name, jar):
        self.options, self.folder, self.name, self.jar, self.runs = options, folder, name, jar, 0

    def command(self, database, test, *more):
        o = self.options
        scheme, password = DRIVERS[o.driver]
        common = ["--target", "%s://%s:%d/%s" % (scheme, o.host, o.port, database), "--user", o.user]
        if password in os.environ:
            common += ["--password", "env:" + password]
        return shlex.split(self.jar) + ["sysbench", test, *more] + common + \
            ["--tables", str(o.tables), "--table-size", str(o.table_size)]

    def load(self, database):
        return run(self.command(database, "point-select", "load") + ["--loaders", str(self.options.tables), "--quiet"], self.folder)[1:]

    def drop(self, database):
        run(self.command(database, "point-select", "drop") + ["--quiet"], self.folder)

    def start(self, database, case, connections):
        _, _, test, more, queries = CASES[case]
        self.runs += 1
        out = os.path.join(self.folder, "%s-%d" % (self.name, self.runs))
        return Running(self.name, self.command(database, test) + more + [
            "--connections", str(connections), "--users", str(connections), "--warmup", "%ds" % self.options.warmup, "--duration", "%ds" % ENDLESS,
            "--load", "never", "--count-rows", "no", "--others-write", "yes", "--quiet", "--out", out],
            self.folder, queries, Intervals(self.name).interval, os.path.join(out, "intervals.csv"))


class Intervals:
    """Reads the harness' intervals. That in which the warm-up ends has two lines: what began in it, and what began later."""

    def __init__(self, name):
        self.name, self.end = name, 0

    def interval(self, line):
        cells = line.split(",")
        if cells[0] == "start_s":
            return None
        completed, failed = int(cells[6]), int(cells[8])
        if failed > max(10, 0.001 * completed):
            raise Failed("%s: %d failed, %d completed in the second from %s" % (self.name, failed, completed, cells[0]))
        seconds = float(cells[1]) - max(float(cells[0]), self.end)
        self.end = float(cells[1])
        return seconds, completed


class Sysbench:
    name = "sysbench"
    cases = CASES

    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def command(self, database, script, *more):
        o = self.options
        secret = os.environ.get(DRIVERS[o.driver][1])
        password = ["--%s-password=%s" % (o.driver, secret)] if secret else []
        return shlex.split(o.sysbench) + [
            script, "--db-driver=" + o.driver, "--%s-host=%s" % (o.driver, o.host), "--%s-port=%d" % (o.driver, o.port),
            "--%s-user=%s" % (o.driver, o.user), "--%s-db=%s" % (o.driver, database), "--tables=%d" % o.tables, "--table-size=%d" % o.table_size, "--rand-type=uniform",
            *password, *more]

    def load(self, database):
        return run(self.command(database, "oltp_point_select", "--threads=%d" % self.options.tables, "prepare"), self.folder)[1:]

    def drop(self, database):
        run(self.command(database, "oltp_point_select", "cleanup"), self.folder)

    def start(self, database, case, connections):
        test, queries, *_ = CASES[case]
        script = os.path.join(self.folder, case + ".lua")
        with open(script, "w") as file:
            file.write(REPORT % test)
        return Running(
            self.name, self.command(database, script, "--threads=%d" % connections, "--time=%d" % ENDLESS, "--report-interval=1", "run"),
            self.folder, queries, read_interval)


class Driver:
    """A loop over the JDBC driver."""
    name = "driver"
    cases = ["point-select", "insert", "read-write"]

    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def start(self, database, case, connections):
        o = self.options
        return Running(
            self.name, ["java", "-cp", os.path.abspath(o.benchmarks), "io.dbharness.bench.DriverCost",
                        "jdbc:postgresql://%s:%d/%s" % (o.host, o.port, database), o.user, str(connections), "0", str(ENDLESS), case],
            self.folder, CASES[case][1], read_interval)


class Pgbench:
    name = "pgbench"
    cases = {
        "point-select": "\\set id random(1, %d)\nSELECT c FROM sbtest%d WHERE id=:id;\n",
        "insert": "\\set k random(1, %d)\nINSERT INTO sbtest%d (k, c, pad) VALUES (:k, '" + 119 * "0" + "', '" + 59 * "0" + "');\n",
    }

    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def start(self, database, case, connections):
        o = self.options
        scripts = []
        for table in range(1, o.tables + 1):
            scripts += ["-f", os.path.join(self.folder, "%s-%d.sql" % (case, table))]
            with open(scripts[-1], "w") as file:
                file.write(self.cases[case] % (o.table_size, table))
        return Running(
            self.name, shlex.split(o.pgbench) + [
                "-n", "-M", "prepared", *scripts, "-c", str(connections), "-j", str(min(connections, os.cpu_count())), "-T", str(ENDLESS),
                "-P", "1", "-h", o.host, "-p", str(o.port), "-U", o.user, database],
            self.folder, 1, Progress().interval)


class Progress:
    """Reads pgbench's lines of progress, which give the time since its start and the rate since the line before."""

    def __init__(self):
        self.passed = 0

    def interval(self, line):
        words = line.split()
        if words[:1] != ["progress:"]:
            return None
        seconds = float(words[1]) - self.passed
        self.passed = float(words[1])
        return seconds, float(words[3]) * seconds


def median(values):
    return statistics.median(values)


def compare_loads(options, contenders):
    seconds = {c.name: [] for c in contenders}
    processor = {c.name: [] for c in contenders}
    for turn in range(options.rounds):
        for contender in rotated(contenders, turn):
            wall, cpu = contender.load(options.database)
            contender.drop(options.database)
            seconds[contender.name].append(wall)
            processor[contender.name].append(cpu)
            print("%-12s %-9s %8.2f s, client %6.2f s" % ("load", contender.name, wall, cpu), flush=True)
    ours, theirs = median(seconds["harness"]), median(seconds["sysbench"])
    return "| load | %.2f s | %.2f s | **%.2f** | %.2f s | %.2f s | %.2f |" % (
        ours, theirs, theirs / ours, median(processor["harness"]), median(processor["sysbench"]),
        median(processor["harness"]) / median(processor["sysbench"]))


def database(options, contender, case):
    return "%s_%s" % (options.database, contender.name) if case in LOCKING else options.database


def compare_runs(options, contenders, case, connections):
    rates = {c.name: [] for c in contenders}
    costs = {c.name: [] for c in contenders}
    running = []
    try:
        for contender in contenders:
            running.append(contender.start(database(options, contender, case), case, connections))
            running[-1].warm(options.warmup)
        for turn in range(options.rounds):
            for contender in rotated(running, turn)[::-1 if turn % 2 else 1]:
                rate, cost = contender.turn(options.seconds)
                rates[contender.name].append(rate)
                costs[contender.name].append(cost)
                print("%-12s %3d %-9s %8.0f queries/s, client %6.2f us a query" % (case, connections, contender.name, rate, cost), flush=True)
    finally:
        for contender in running:
            contender.end()
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
    parser.add_argument("--benchmarks", metavar="JAR", help="benchmarks.jar, for the JDBC driver alone, without a password; needs --tables 4 and --table-size 100000")
    parser.add_argument("--pgbench", metavar="COMMAND", help="the command that starts pgbench")
    parser.add_argument("--driver", default="pgsql", choices=sorted(DRIVERS), help="of sysbench")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=5432)
    parser.add_argument("--database", required=True)
    parser.add_argument("--user", default="postgres")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--table-size", type=int, default=100_000)
    parser.add_argument("--connections", type=numbers, default=[8], metavar="N,N,...")
    parser.add_argument("--warmup", type=int, default=20, metavar="SECONDS", help="of each contender, not counted")
    parser.add_argument("--seconds", type=int, default=4, help="of a turn")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--case", action="append", choices=sorted(CASES), help="may be repeated; left out, the first four")
    options = parser.parse_args()
    if (options.benchmarks or options.pgbench) and options.driver != "pgsql":
        parser.error("--benchmarks and --pgbench need --driver pgsql")
    if options.benchmarks and (options.tables, options.table_size) != (4, 100_000):
        parser.error("--benchmarks needs --tables 4 and --table-size 100000")
    cases = options.case or ["load", "point-select", "pipeline", "insert"]
    with tempfile.TemporaryDirectory() as folder:
        contenders = [Harness(options, folder, "harness", options.harness), Sysbench(options, folder)]
        rows = []
        if "load" in cases:
            rows.append(compare_loads(options, contenders))
        harness = contenders[0]
        if options.before:
            contenders.append(Harness(options, folder, "before", options.before))
        contenders += [Driver(options, folder)] if options.benchmarks else []
        contenders += [Pgbench(options, folder)] if options.pgbench else []
        loaded = set()
        for connections in options.connections:
            for case in cases:
                if case == "load":
                    continue
                able = [contender for contender in contenders if case in contender.cases]
                for name in {database(options, contender, case) for contender in able} - loaded:
                    harness.load(name)
                    loaded.add(name)
                rows += compare_runs(options, able, case, connections)
        for name in loaded:
            harness.drop(name)
    print("\n| case | harness | sysbench | times as good | client, harness | client, sysbench | ratio |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(rows))


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(str(failure))
