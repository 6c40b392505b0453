#!/usr/bin/env python3
"""Holds the latencies that the harness reports beside those that a recorder outside of it sees on the wire.

Starts a PostgreSQL and an embedded Cassandra once each, and runs the harness against them under loads and circumstances that make it hard to
measure: processors busy with other work, a client that is stopped for 50 ms again and again, a small heap, a limit on its processor
time. These strike the client alone; the server shares only the busy processors. Meanwhile tcpdump records what passes on the loopback
interface. wire.py takes the exchanges from that, and their percentiles stand beside those of the harness' service times, its bound on its
own share of them, and its verdicts.

    ./outside.py --harness 'java -jar harness.jar' --runs runs.jsonl --out outside.md
    ./outside.py ... --only 'postgres/closed-(1|8)/(alone|stopped)' --rounds 2 --seconds 5

What the two see differs by the client's own share. The wire's time begins when the request is handed to the kernel and ends when the answer is
handed over by the server: loopback shows each packet once, at its sending. The harness' time holds besides what its threads take to write and
to be woken, which the bound is there for: at a percentile p it is max(0, service(p) - othersNanos(p)) of health.delays. Where
the harness gives none it is unknown: such percentiles are left out of the share within the bound, and a VALID one has to do without it.

Of the wire counts what began within the last --seconds before the last request, or those after --warmup from the first one on where requests
run late. For PostgreSQL these are the requests of the most frequent form, for Cassandra the prepared statements that the checks before the
run do not make. Cassandra's frames are read as the driver and the server agree on them, version 5 with its segments included, as long as they
are not compressed. A connection that is not captured completely counts only up to the gap.

Each run is appended to --runs; one that is there already is not made again. The table and its summary are of all runs in that file. Needs root,
Linux with control groups of version 1 or 2, tcpdump, initdb and postgres, and nothing but Python 3. The recorder takes processor time
too, so rates are lower than without it.
"""

import argparse
import collections
import contextlib
import ctypes
import datetime
import glob
import json
import os
import pwd
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import wire

# The harness exits so when a measurement is suspect or INVALID, as it shall be here.
DOUBTED = (0, 11, 12)
LOADS = {"closed-%d" % n: ["--connections", str(n), "--users", str(n)] for n in (1, 4, 8, 32)}
LOADS.update({"open-%d" % rate: ["--connections", "32", "--users", "32", "--rate", "%d/s" % rate] for rate in (500, 3000, 10000)})
CIRCUMSTANCES = ("alone", "busy-1", "busy-4", "stopped", "small-heap", "limited")
CQL_LOADS = ("closed-8", "closed-32", "open-500")
CQL_CIRCUMSTANCES = ("alone", "busy-4", "stopped")
CASES = ["postgres/%s/%s" % (load, what) for load in LOADS for what in CIRCUMSTANCES]
CASES += ["cql-%s/%s/%s" % (kind, load, what) for kind in ("read", "mixed") for load in CQL_LOADS for what in CQL_CIRCUMSTANCES]
PERCENTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "n3": 0.999}
SHOWN = {"p50": "p50", "p90": "p90", "p99": "p99", "n3": "p99.9"}
TOLERANCE = 50e3
STOP_EVERY, STOP_FOR = 2.0, 0.05
HEAPS = (64, 96, 128, 192)
PERIOD = 100_000
LIBC, END_WITH_PARENT = ctypes.CDLL(None), 1


class Failed(Exception):
    pass


def nothing():
    pass


@contextlib.contextmanager
def process(command, log, enter=nothing, **more):
    """A process that outlives neither the block nor this script, however that ends; enter is called in it first."""
    def begin():
        enter()
        LIBC.prctl(END_WITH_PARENT, signal.SIGTERM)

    with open(log, "ab") as output:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, preexec_fn=begin, **more)
    try:
        yield child
    finally:
        if child.poll() is None:
            child.terminate()
        try:
            child.wait(60)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def tail(log):
    with open(log, errors="replace") as file:
        return file.read()[-3000:]


def checked(command, log, allowed=(0,), **more):
    with process(command, log, **more) as child:
        if child.wait() not in allowed:
            raise Failed("failed with %d: %s\n%s" % (child.returncode, shlex.join(command), tail(log)))


def until(test, what, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = test()
        if found:
            return found
        time.sleep(0.2)
    raise Failed("no %s within %d s" % (what, seconds))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def answers(port):
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def connections_of(pid):
    """Local and remote ports of the connections of a process."""
    own = set()
    for link in glob.glob("/proc/%d/fd/*" % pid):
        with contextlib.suppress(OSError):
            own.add(os.readlink(link))
    found = []
    for table in ("tcp", "tcp6"):
        with open("/proc/net/" + table) as file:
            for fields in map(str.split, list(file)[1:]):
                if fields[3] == "01" and "socket:[%s]" % fields[9] in own:
                    found.append(tuple(int(address.rpartition(":")[2], 16) for address in fields[1:3]))
    return found


class Postgres:
    snapshot = 160

    def __init__(self, options, folder, stack):
        programs = options.postgres or os.path.dirname(os.path.realpath(shutil.which("pg_ctl") or ""))
        root = os.geteuid() == 0
        identity = {"user": pwd.getpwnam("postgres").pw_uid, "group": pwd.getpwnam("postgres").pw_gid} if root else {}
        home, log = os.path.join(folder, "postgres"), os.path.join(folder, "postgres.log")
        os.mkdir(home)
        if root:
            os.chmod(folder, 0o755)
            os.chown(home, identity["user"], identity["group"])
        data, self.port, self.options = os.path.join(home, "data"), free_port(), options
        checked([os.path.join(programs, "initdb"), "-D", data, "-U", "postgres", "-A", "trust"], log, cwd=home, **identity)
        server = stack.enter_context(process([
            os.path.join(programs, "postgres"), "-D", data, "-p", str(self.port), "-c", "listen_addresses=127.0.0.1",
            "-c", "unix_socket_directories=", "-c", "shared_buffers=256MB", "-c", "max_connections=100"], log, cwd=home, **identity))
        stack.callback(server.send_signal, signal.SIGINT)
        until(lambda: answers(self.port), "PostgreSQL, see " + log, 60)
        checked(shlex.split(options.harness) + self.command("") + ["--load", "only", "--quiet"], os.path.join(folder, "load.log"))

    def command(self, kind):
        return ["sysbench", "point-select", "--table-size", "100000", "--user", "postgres",
                "--target", "jdbc:postgresql://127.0.0.1:%d/postgres" % self.port]

    def ignored(self):
        return set()

    def exchanges(self, capture, ignored, since):
        return wire.postgres(capture, self.port, ignored), 0


class Cassandra:
    """Kept up by a run of the harness of its own, at one request a second, whose connections do not count."""
    snapshot = 65535

    def __init__(self, options, folder, stack):
        log, home = os.path.join(folder, "cassandra.log"), os.path.join(folder, "cassandra")
        # Drawn by the harness for clients of the node it starts.
        self.password = os.path.join(home, "password")
        self.holder = stack.enter_context(process(shlex.split(options.harness) + [
            "cql", "read", "--rows", "1000", "--rate", "1/s", "--connections", "1", "--warmup", "1s", "--duration", "24h",
            "--data-dir", home, "--out", os.path.join(folder, "holder"), "--quiet"], log))
        self.port = until(self.remote, "Cassandra, see " + log, 240)
        for kind in ("read", "mixed"):
            checked(shlex.split(options.harness) + self.command(kind) + ["--load", "only", "--quiet"], os.path.join(folder, "load.log"))

    def remote(self):
        if self.holder.poll() is not None:
            raise Failed("the harness ended that was to keep Cassandra up")
        remotes = collections.Counter(remote for _, remote in connections_of(self.holder.pid))
        # More than one connection to a port is the driver's: one to ask about the cluster, one for requests.
        return next((port for port, count in remotes.most_common(1) if count > 1), None)

    def command(self, kind):
        return ["cql", kind, "--rows", "20000", "--user", "dbharness", "--password", "file:" + self.password,
                "--target", "cassandra://127.0.0.1:%d/outside?datacenter=datacenter1" % self.port]

    def ignored(self):
        return {local for local, _ in connections_of(self.holder.pid)}

    def exchanges(self, capture, ignored, since):
        return wire.cassandra(capture, self.port, ignored, since)


@contextlib.contextmanager
def limit(cores):
    """A control group for so many processors; yields what puts a process into it."""
    old = os.path.isdir("/sys/fs/cgroup/cpu")
    group = "/sys/fs/cgroup/%soutside-%d" % ("cpu/" if old else "", os.getpid())
    os.mkdir(group)
    try:
        for name, value in ([("cpu.cfs_period_us", PERIOD), ("cpu.cfs_quota_us", int(cores * PERIOD))] if old
                            else [("cpu.max", "%d %d" % (cores * PERIOD, PERIOD))]):
            with open(os.path.join(group, name), "w") as file:
                file.write(str(value))

        def enter():
            with open(os.path.join(group, "cgroup.procs"), "w") as file:
                file.write(str(os.getpid()))

        yield enter
    finally:
        until(lambda: not open(os.path.join(group, "cgroup.procs")).read(), "end of the limited client", 30)
        os.rmdir(group)


@contextlib.contextmanager
def stopping(client):
    """Stops a process for a while, again and again."""
    ended = threading.Event()

    def work():
        while not ended.wait(STOP_EVERY):
            client.send_signal(signal.SIGSTOP)
            time.sleep(STOP_FOR)
            client.send_signal(signal.SIGCONT)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextlib.contextmanager
def recorder(server, capture, log):
    """tcpdump of what carries data; its buffer is large, so that it need not keep up."""
    data = "(((ip[2:2] - ((ip[0] & 0xf) << 2)) - ((tcp[12] & 0xf0) >> 2)) != 0)"
    with process(["tcpdump", "-i", "lo", "-Z", "root", "-n", "-s", str(server.snapshot), "-B", "65536", "--time-stamp-precision=nano",
                  "-w", capture, "tcp port %d and %s" % (server.port, data)], log):
        until(lambda: "listening on" in tail(log), "tcpdump", 20)
        yield
        time.sleep(0.5)


def client(options, what):
    """The command of the harness in a circumstance."""
    command = shlex.split(options.harness)
    if what == "small-heap":
        command[1:1] = ["-Xmx%dm" % options.heap]
    return command


def measure(options, server, kind, load, what, folder):
    """One run: its result, the capture, the ports of clients that are not its own, and what tcpdump said."""
    out, log, capture = (os.path.join(folder, name) for name in ("result", "run.log", "capture.pcap"))
    command = client(options, what) + server.command(kind) + LOADS[load] + [
        "--load", "never", "--warmup", "%ds" % options.warmup, "--duration", "%ds" % options.seconds, "--out", out, "--quiet"]
    said = os.path.join(folder, "tcpdump.log")
    with contextlib.ExitStack() as stack:
        for _ in range(int(what[5:]) if what.startswith("busy-") else 0):
            stack.enter_context(process([sys.executable, "-c", "while True: pass"], log))
        enter = stack.enter_context(limit(options.cores)) if what == "limited" else nothing
        ignored = server.ignored()
        stack.enter_context(recorder(server, capture, said))
        with process(command, log, enter) as harness, stopping(harness) if what == "stopped" else contextlib.nullcontext():
            try:
                code = harness.wait(120 + 4 * (options.warmup + options.seconds))
            except subprocess.TimeoutExpired:
                raise Failed("did not end: %s\n%s" % (shlex.join(command), tail(log)))
        if code not in DOUBTED:
            raise Failed("failed with %d: %s\n%s" % (code, shlex.join(command), tail(log)))
    with open(os.path.join(out, "result.json")) as file:
        return json.load(file), capture, ignored, tail(said)


def percentile(ordered, share):
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]


def window(options, exchanges):
    """When the measurement began and ended.

    Requests are sent until it ends, so the last one tells its end. The first one comes late, since the client has to load code for it. Where
    requests of --rate are late the last one is sent after the end, and the first one is the better guess.
    """
    warmup, length = options.warmup * 1_000_000_000, options.seconds * 1_000_000_000
    began = min(exchanges[0][0], exchanges[-1][0] - warmup - length) + warmup
    return began, began + length


def outcome(options, server, result, capture, ignored, said):
    """What is kept of a run. Times in nanoseconds, throughput a second."""
    created = datetime.datetime.fromisoformat(result["createdAt"].replace("Z", "+00:00"))
    exchanges, lost = server.exchanges(capture, ignored, int(created.timestamp() * 1e9))
    if not exchanges:
        raise Failed("no requests in the capture:\n" + said)
    begin, end = window(options, exchanges)
    times = sorted(nanos for at, nanos in exchanges if begin <= at < end)
    if not times:
        raise Failed("no requests of the measurement in the capture")
    total = next(entry for entry in result["combined"] if entry["name"] == "total")
    others = (result["health"].get("delays") or {}).get("othersNanos", {}).get("total", {})
    service = total["service"]["percentilesNanos"]
    cells = {name: {"wire": percentile(times, share), "harness": service[name],
                    "bound": max(0, service[name] - others[name]) if name in others else None}
             for name, share in PERCENTILES.items() if len(times) * (1 - share) >= 1}
    dropped = re.search(r"(\d+) packets dropped by kernel", said)
    return {
        "cells": cells, "verdict": result["verdict"], "latency": result["verdicts"]["latency"],
        "throughputVerdict": result["verdicts"]["throughput"], "caveats": [caveat["code"] for caveat in result["caveats"]],
        "throughput": {"wire": len(times) / options.seconds, "harness": result["throughputPerSecond"]["value"]},
        "count": {"wire": len(times), "harness": total["service"]["count"]},
        "waitedShare": (result["health"].get("delays") or {}).get("waitedShare"),
        "lost": lost, "dropped": int(dropped.group(1)) if dropped else None, "machineLoad": os.getloadavg()[0],
        "createdAt": result["createdAt"], "commit": result["tool"]["commit"], "failed": result["totals"]["failed"],
        "skipped": result["totals"]["skipped"]}


def smallest_heap(options, server, folder):
    """The smallest heap in MB that a short run gets by with."""
    for heap in [options.heap] if options.heap else HEAPS:
        command = shlex.split(options.harness)
        command[1:1] = ["-Xmx%dm" % heap]
        command += server.command("read") + LOADS["closed-32"] + [
            "--load", "never", "--warmup", "1s", "--duration", "2s", "--quiet", "--out", os.path.join(folder, "heap-%d" % heap)]
        try:
            checked(command, os.path.join(folder, "heap.log"), DOUBTED)
            return heap
        except Failed as problem:
            print("a heap of %d MB is too small: %s" % (heap, problem), file=sys.stderr)
    raise Failed("the harness runs with none of these heaps: %s" % (HEAPS,))


def run_all(options, kept, folder):
    """Makes the runs that are not kept yet."""
    done = {(run["case"], run["round"]) for run in kept}
    servers = {}
    with contextlib.ExitStack() as stack:
        for number in range(1, options.rounds + 1):
            for case in [case for case in CASES if re.search(options.only, case) and (case, number) not in done]:
                kind, load, what = case.split("/")
                make = Postgres if kind == "postgres" else Cassandra
                if make not in servers:
                    servers[make] = make(options, folder, stack)
                server = servers[make]
                if what == "small-heap" and not options.heap:
                    options.heap = smallest_heap(options, server, folder)
                place = tempfile.mkdtemp(prefix=case.replace("/", "_") + "-", dir=folder)
                try:
                    run = outcome(options, server, *measure(options, server, kind.replace("cql-", ""), load, what, place))
                except Failed as problem:
                    print("%s round %d: %s" % (case, number, problem), file=sys.stderr, flush=True)
                    continue
                if what == "small-heap":
                    run["heapMegabytes"] = options.heap
                run.update({"case": case, "round": number, "seconds": options.seconds})
                kept.append(run)
                with open(options.runs, "a") as file:
                    file.write(json.dumps(run) + "\n")
                print("| " + " | ".join(row(run)) + " |", flush=True)
                if not options.keep:
                    shutil.rmtree(place)


def micros(nanos):
    return "?" if nanos is None else "%.0f" % (nanos / 1e3)


def row(run):
    cells = []
    for name in PERCENTILES:
        cell = run["cells"].get(name)
        cells.append("-" if cell is None else "%s / %s / %s%s" % (
            micros(cell["wire"]), micros(cell["harness"]), micros(cell["bound"]),
            "" if cell["bound"] is None or within(cell) else " **!**"))
    rate = run["throughput"]
    return [run["case"], str(run["round"]), *cells, run["latency"], "%.0f / %.0f" % (rate["wire"], rate["harness"]),
            run["throughputVerdict"], run["verdict"]]


def off(cell):
    return abs(cell["harness"] - cell["wire"])


def within(cell):
    return off(cell) <= (cell["bound"] or 0) + TOLERANCE


def worst(run):
    return abs(run["throughput"]["harness"] / run["throughput"]["wire"] - 1)


def summary(runs):
    cells = [(run, name, cell) for run in runs for name, cell in run["cells"].items()]
    apart = [cell for _, _, cell in cells if off(cell) > TOLERANCE]
    bounded = [cell for cell in apart if cell["bound"] is not None]
    kept = sum(map(within, bounded))
    valid = [(run, name, cell) for run, name, cell in cells if run["latency"] == "VALID"]
    wrong = [(run, name, cell) for run, name, cell in valid
             if off(cell) - (cell["bound"] or 0) > max(0.1 * cell["wire"], TOLERANCE)]
    counted = [run for run in runs if run["verdict"] != "INVALID"]
    verdicts = collections.Counter(run["latency"] for run in runs)
    lines = [
        "%d runs, %d percentiles; latencies of %s" % (len(runs), len(cells), ", ".join("%d %s" % (n, v) for v, n in verdicts.items())),
        "harness and wire more than 50 us apart: %d percentiles; %d of them have a bound, of which %s within the bound and 50 us" % (
            len(apart), len(bounded), "%d (%.1f %%)" % (kept, 100 * kept / len(bounded)) if bounded else "none"),
        "VALID latencies: %d percentiles, of which %d are off by more than their bound and 10 %% or 50 us%s" % (
            len(valid), len(wrong), "".join("; %s round %d %s" % (run["case"], run["round"], SHOWN[name]) for run, name, _ in wrong)),
    ]
    if counted:
        run = max(counted, key=worst)
        lines.append("largest deviation of throughput among %d runs that are not INVALID: %.2f %% (%s round %d)" % (
            len(counted), 100 * worst(run), run["case"], run["round"]))
    lossy = [run["case"] for run in runs if run["dropped"] or run["lost"]]
    lines.append("captures with lost packets: %s" % (", ".join(lossy) or "none"))
    return lines


def report(runs):
    head = ["case", "round"] + ["%s, us" % name for name in SHOWN.values()] + ["latency", "op/s", "throughput", "verdict"]
    lines = ["Cells: wire / harness / bound of the harness, service times; ? is unknown, **!** apart by more than the bound and 50 us. "
             "op/s: wire / harness.", ""]
    lines += ["| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head)] + [row(run) for run in runs]]
    return "\n".join(lines + [""] + ["- " + line for line in summary(runs)]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--harness", required=True, help="the command that starts the harness, java first and no wrapper around it")
    parser.add_argument("--seconds", type=int, default=8, help="of the measurement")
    parser.add_argument("--warmup", type=int, default=3, help="seconds")
    parser.add_argument("--only", default="", metavar="REGEX", help="cases to run, such as 'postgres/closed-1/'")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print the cases and end")
    parser.add_argument("--runs", default="outside.jsonl", metavar="FILE", help="where runs are kept")
    parser.add_argument("--out", metavar="FILE.md", help="where the table goes besides")
    parser.add_argument("--cores", type=float, default=1, help="processors of the limited client")
    parser.add_argument("--heap", type=int, metavar="MB", help="the small heap; left out, the smallest of %s that works" % (HEAPS,))
    parser.add_argument("--postgres", metavar="DIR", help="where initdb and postgres are; left out, beside pg_ctl")
    parser.add_argument("--keep", action="store_true", help="keep the captures and results of the runs")
    options = parser.parse_args()
    if options.list:
        sys.exit("\n".join(CASES))
    runs = []
    if os.path.exists(options.runs):
        with open(options.runs) as file:
            runs = [json.loads(line) for line in file]
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit("stopped"))
    folder = tempfile.mkdtemp(prefix="outside-")
    try:
        run_all(options, runs, folder)
    except Failed as problem:
        sys.exit("%s\nlogs are in %s" % (problem, folder))
    finally:
        text = report(runs)
        print(text)
        if options.out:
            with open(options.out, "w") as file:
                file.write(text)
    if options.keep:
        print("captures and results are in " + folder)
    else:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
