#!/usr/bin/env python3
"""Runs the harness and its peers against one PostgreSQL or, with --product mariadb, MariaDB or MySQL alternately, and compares tpmC, processor time of the client and loading.

Every contender has its own database, tpcc_<name>, with the schema that it creates, the same number of warehouses and connections,
and no think time. Loads are timed once each, with keys and indexes; then each round runs all contenders, in an order that is rotated,
after a CHECKPOINT. Figures are medians over the rounds; ratios are of medians, to the first peer. The harness runs --warmup first, in which
its code is compiled. It checks the data before and after each run: a check that fails ends the comparison. With --rounds 0 there are only
loads.
Processor time is user and system of the client process: of a load as a whole, of a run from 30 % to 90 % of the time that is measured,
divided by the transactions of that time at the mean rate. Memory is the greatest resident size of the client.

    ./tpcc.py --port 5432 --user postgres --harness 'java -jar harness.jar'

runs the harness in all of its modes. A peer is a name, a command that loads, one that runs, and how to read its tpmC and its transactions
a minute of all kinds; in commands {host}, {port}, {user}, {database}, {warehouses}, {connections} and {seconds} are filled in:

    ./tpcc.py ... --peer go-tpc \\
        --load 'go-tpc tpcc prepare -d postgres -H {host} -P {port} -U {user} -D {database} --conn-params sslmode=disable
                --warehouses {warehouses} -T {connections} --no-check' \\
        --run 'go-tpc tpcc run -d postgres -H {host} -P {port} -U {user} -D {database} --conn-params sslmode=disable
                --warehouses {warehouses} -T {connections} --time {seconds}s' \\
        --tpmc 'tpmC: ([0-9.]+)' --all 'tpmTotal: ([0-9.]+)'

--peer and what follows it may be repeated. All contenders use the same dedicated server: fsync on, READ COMMITTED. Databases
tpcc_<name> are dropped first and remain at the end; with --keep existing ones are used and not loaded. A password is taken from PGPASSWORD.
With --server-pid, the pid of the server's main process, the processor time of it and its children is taken over the same time. With --delay MS all
contenders use proxy.py, which delays all bytes by MS in each direction and counts the messages of clients.
Prints one line per run, then the table. Needs Python 3 and psql, or mariadb,
which takes a password from MYSQL_PWD.
"""

import argparse
import contextlib
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

# Rows of a warehouse on average, and of the items (TPC-C, clauses 1.2.1 and 4.3.3.1).
WAREHOUSE_ROWS, ITEM_ROWS = 499_011, 100_000

# The harness exits so when a measurement is suspect, as it may be where the contenders share a machine.
DOUBTED = 12


class Failed(Exception):
    pass


def run(command, allowed=(0,)):
    """Seconds, processor seconds and greatest memory in MB of a command."""
    started = time.monotonic()
    process = launch(command)
    finished(process, allowed)
    return time.monotonic() - started, process.used.ru_utime + process.used.ru_stime, megabytes(process)


def sample(options, command, start, end, allowed=(0,), begun=lambda: True):
    """Output of a command; a second, between two times after it has begun: processor time of it and of the server, messages; its memory."""
    process = launch(command)
    while not begun() and os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        time.sleep(0.1)
    time.sleep(start)
    before = used(options, process.pid)
    time.sleep(end - start)
    after = used(options, process.pid)
    output = finished(process, allowed)
    return output, [(late - early) / (end - start) for early, late in zip(before, after)] + [megabytes(process)]


def used(options, client):
    return [processor_seconds(client), server_seconds(options.server_pid), messages(options)]


def stat(pid):
    with open("/proc/%s/stat" % pid) as file:
        return file.read().rpartition(")")[2].split()


def processor_seconds(pid):
    fields = stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def server_seconds(pid):
    """Of a process and its children, those that have ended included."""
    if not pid:
        return 0
    ticks = sum(int(field) for field in stat(pid)[11:15])
    for other in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = stat(other)
        except OSError:
            continue  # It has ended since the listing.
        if int(fields[1]) == pid:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def messages(options):
    if not options.delay:
        return 0
    with open(options.count) as file:
        return int(file.read())


def launch(command):
    output = tempfile.TemporaryFile("w+")
    process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    process.output = output
    return process


def megabytes(process):
    return process.used.ru_maxrss / 1024


def finished(process, allowed):
    _, status, process.used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    with process.output as file:
        file.seek(0)
        output = file.read()
    if process.returncode not in allowed:
        raise Failed("failed with %d: %s\n%s" % (process.returncode, shlex.join(process.args), output[-3000:]))
    return output


class Server:
    def __init__(self, options):
        self.options = options

    def ask(self, database, sql):
        o = self.options
        if o.product == "mariadb":
            run(["mariadb", "--no-defaults", "--protocol=tcp", "-h", o.host, "-P", str(o.port), "-u", o.user, database, "-e", sql])
            return
        run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.options.host, "-p", str(self.options.port),
             "-U", self.options.user, "-d", database, "-c", sql])

    def create(self, database):
        admin, quote = ("mysql", "`") if self.options.product == "mariadb" else ("postgres", '"')
        name = quote + database + quote
        self.ask(admin, "DROP DATABASE IF EXISTS " + name)
        self.ask(admin, "CREATE DATABASE " + name)

    def settle(self, database):
        """MariaDB has no statement that writes changed pages."""
        if self.options.product == "postgresql":
            self.ask(database, "CHECKPOINT")


class Harness:
    """One mode of the harness."""

    def __init__(self, options, folder, mode):
        self.options, self.folder, self.mode, self.runs = options, folder, mode, 0
        self.name = "harness-" + mode
        self.database = "tpcc_harness_" + mode.replace("-", "_")

    def command(self, *more):
        o = self.options
        command = shlex.split(o.harness) + [
            "tpcc", "--warehouses", str(o.warehouses), "--mode", self.mode, "--user", o.user, "--quiet",
            "--target", "jdbc:%s://%s:%d/%s" % (o.product, o.host, o.client_port, self.database)]
        password = "PGPASSWORD" if o.product == "postgresql" else "MYSQL_PWD"
        if os.environ.get(password):
            command += ["--password", "env:" + password]
        return command + list(more)

    def load(self):
        return run(self.command("--load", "only", "--loaders", str(self.options.loaders)))

    def measure(self):
        self.runs += 1
        out = os.path.join(self.folder, "%s-%d" % (self.name, self.runs))
        o = self.options
        _, used = sample(o, self.command(
            "--load", "never", "--think-time", "none", "--connections", str(o.connections), "--warmup", "%ds" % o.warmup,
            "--duration", "%ds" % o.seconds, "--out", out, *shlex.split(o.harness_options)),
            o.warmup + 0.3 * o.seconds, o.warmup + 0.9 * o.seconds, (0, DOUBTED), lambda: self.sends(out))
        with open(os.path.join(out, "result.json")) as file:
            result = json.load(file)
        broken = [check["name"] for check in result["checks"] if not check["passed"]]
        if broken or result["totals"]["failed"]:
            raise Failed("%s: %d failed, checks that fail: %s" % (out, result["totals"]["failed"], broken))
        return result["scores"]["tpmC"], result["totals"]["completed"] / o.seconds, used


    @staticmethod
    def sends(out):
        """Whether its checks before the run have ended; the first line of its table comes a second after that."""
        try:
            with open(os.path.join(out, "intervals.csv")) as file:
                return file.readline() != "" and file.readline() != ""
        except FileNotFoundError:
            return False


class Peer:
    def __init__(self, options, name):
        self.options, self.name = options, name
        self.database = "tpcc_" + re.sub(r"\W", "_", name)
        self.commands = {}

    def command(self, which):
        o = self.options
        values = {"host": o.host, "port": o.client_port, "user": o.user, "database": self.database, "warehouses": o.warehouses,
                  "connections": o.connections, "seconds": o.seconds}
        return [part.format(**values) for part in shlex.split(self.commands[which])]

    def load(self):
        return run(self.command("load"))

    def measure(self):
        o = self.options
        output, used = sample(o, self.command("run"), 0.3 * o.seconds, 0.9 * o.seconds)
        return self.number("tpmc", output), self.number("all", output) / 60, used

    def number(self, which, output):
        found = re.findall(self.commands[which], output)
        if not found:
            raise Failed("%s printed nothing like '%s':\n%s" % (self.name, self.commands[which], output[-3000:]))
        return float(found[-1])


class AddPeer(argparse.Action):
    def __call__(self, parser, options, value, option=None):
        options.peers = (options.peers or []) + [Peer(options, value)]


class SetOfPeer(argparse.Action):
    def __call__(self, parser, options, value, option=None):
        if not options.peers:
            parser.error("%s belongs to a --peer before it" % option)
        options.peers[-1].commands[self.dest] = value


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--product", default="postgresql", choices=["postgresql", "mariadb"])
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=5432)
    parser.add_argument("--user", default="postgres")
    parser.add_argument("--harness", required=True, help="the command that starts the harness")
    parser.add_argument("--harness-options", default="", help="more options of its runs")
    parser.add_argument("--modes", default="interactive,interactive-row,compound,procedures", help="of the harness")
    parser.add_argument("--warehouses", type=int, default=4)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--loaders", type=int, default=8, help="of the harness")
    parser.add_argument("--rounds", type=int, default=3, help="0 only loads")
    parser.add_argument("--warmup", type=int, default=20, metavar="SECONDS", help="of the harness")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--server-pid", type=int, metavar="PID")
    parser.add_argument("--delay", type=float, metavar="MS", help="each way, by a proxy")
    parser.add_argument("--proxy-port", type=int, default=6543, metavar="PORT")
    parser.add_argument("--keep", action="store_true", help="use the databases that are there")
    parser.add_argument("--peer", dest="peers", action=AddPeer, metavar="NAME")
    for which in ("load", "run", "tpmc", "all"):
        parser.add_argument("--" + which, action=SetOfPeer, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.client_port = options.port
    for peer in options.peers or []:
        missing = [which for which in ("load", "run", "tpmc", "all") if which not in peer.commands]
        if missing:
            parser.error("--peer %s lacks --%s" % (peer.name, " and --".join(missing)))
        peer.options = options
    return options


def load_all(server, contenders):
    loads = {}
    for contender in contenders:
        server.create(contender.database)
        loads[contender.name] = contender.load()
        # A peer may refuse its options and end with 0 all the same.
        server.ask(contender.database, "SELECT count(*) FROM warehouse")
        seconds, cpu, memory = loads[contender.name]
        rows = server.options.warehouses * WAREHOUSE_ROWS + ITEM_ROWS
        print("load  %-20s %7.1f s, %7.0f rows a second   client %6.1f s of processor time, %5.0f MB" % (
            contender.name, seconds, rows / seconds, cpu, memory), flush=True)
    return loads


def run_all(server, contenders, rounds):
    figures = {contender.name: [] for contender in contenders}
    for number in range(rounds):
        turn = number % len(contenders)
        for contender in contenders[turn:] + contenders[:turn]:
            server.settle(contender.database)
            tpmc, transactions, (client, at_server, sent, memory) = contender.measure()
            figures[contender.name].append(
                (tpmc, 1000 * client / transactions, 1000 * at_server / transactions, sent / transactions, memory))
            print("run %d %-24s %9.0f tpmC  %8.0f transactions a second; each %7.4f ms of the client, %7.4f ms of the server, %5.1f messages; %5.0f MB" % (
                (number + 1, contender.name, tpmc, transactions) + figures[contender.name][-1][1:]), flush=True)
    return {name: [statistics.median(column) for column in zip(*runs)] for name, runs in figures.items()}


def table(options, loads, medians):
    reference = options.peers[0].name if options.peers else next(iter(medians))
    if not options.rounds:
        for name, (seconds, _, _) in loads.items():
            print("load  %-20s %.2f of the time of %s" % (name, seconds / loads[reference][0], reference))
        return
    print("\nmedians of %d rounds of %d s, %d warehouses, %d connections; ratios to %s" % (
        options.rounds, options.seconds, options.warehouses, options.connections, reference))
    print("%-24s %9s %7s %12s %12s %9s %6s %9s %7s %10s %6s" % (
        "", "tpmC", "ratio", "client ms/tx", "server ms/tx", "messages", "MB", "load s", "ratio", "client s", "MB"))
    for name, (tpmc, client, at_server, sent, memory) in medians.items():
        line = "%-24s %9.0f %7.2f %12.4f %12s %9s %6.0f" % (
            name, tpmc, tpmc / medians[reference][0], client,
            "%.4f" % at_server if options.server_pid else "-", "%.1f" % sent if options.delay else "-", memory)
        if loads:
            seconds, cpu, most = loads[name]
            line += " %9.1f %7.2f %10.1f %6.0f" % (seconds, seconds / loads[reference][0], cpu, most)
        print(line)


@contextlib.contextmanager
def proxy(options, folder):
    """Between all contenders and the server while they are measured; the server itself is asked directly."""
    if not options.delay:
        yield
        return
    options.count = os.path.join(folder, "messages")
    process = subprocess.Popen([
        os.path.join(os.path.dirname(os.path.abspath(__file__)), "proxy.py"), "--listen", str(options.proxy_port),
        "--to", "%s:%d" % (options.host, options.port), "--delay", str(options.delay), "--count", options.count])
    try:
        while not os.path.exists(options.count):
            if process.poll() is not None:
                raise Failed("proxy.py did not start")
            time.sleep(0.1)
        options.client_port = options.proxy_port
        yield
    finally:
        process.terminate()
        process.wait()


def main():
    options = parse()
    with tempfile.TemporaryDirectory() as folder:
        contenders = (options.peers or []) + [Harness(options, folder, mode) for mode in options.modes.split(",")]
        server = Server(options)
        try:
            loads = {} if options.keep else load_all(server, contenders)
            with proxy(options, folder):
                table(options, loads, run_all(server, contenders, options.rounds))
        except Failed as failure:
            sys.exit(str(failure))


main()
