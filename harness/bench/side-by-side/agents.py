#!/usr/bin/env python3
"""Four agents and a coordinator, each in a separate network namespace, and a real server in a sixth.

    agents.py 'java -jar harness.jar' [--server postgresql|cassandra] [--delay 25 --jitter 10 --loss 1]
              [--fault agent|coordinator:kill|stop|cut [--fault-at 5]] [--arrivals] [-- COMMAND AND OPTIONS OF THE RUN]

Needs root, `ip`, PostgreSQL's own commands on the PATH for --server postgresql. Without --delay the namespaces are joined by a bridge. The kernel's
netem is not everywhere, so with it each namespace has a tun device, and what it sends waits in this process for its delay or is dropped.

Prints the coordinator's output, the agents' table, how far apart the loads began (all read one monotonic clock), and whether the agents' accounts
and histograms make up the coordinator's. With --fault also the time of the last session of a load at the server. With --arrivals the number of
requests that reached the server in each 100 ms, counted by their packets. Ends with 1 when an account does not hold, or when the loads began more than 2 ms apart
(with --delay, twice the jitter more).
"""
import argparse, fcntl, heapq, json, os, random, re, select, shutil, signal, socket, struct, subprocess, sys, tempfile, threading, time
from collections import Counter

NAMES = ["dbh0", "dbh1", "dbh2", "dbh3", "dbh4", "dbh5"]  # the coordinator, the agents, the server
AGENTS = range(1, 5)
SERVER = 5
PORT = 5432


def address(number):
    return f"10.77.0.{number + 1}"


def within(number, words):
    return ["ip", "netns", "exec", NAMES[number], *words]


def sh(*words):
    subprocess.run(words, check=True)


class Bridge:
    """Joins the namespaces as fast as the kernel can."""

    def __init__(self):
        sh("ip", "link", "add", "dbhbridge", "type", "bridge")
        sh("ip", "link", "set", "dbhbridge", "up")
        for number, name in enumerate(NAMES):
            sh("ip", "netns", "add", name)
            sh("ip", "link", "add", f"dbhveth{number}", "type", "veth", "peer", "name", name, "netns", name)
            sh("ip", "link", "set", f"dbhveth{number}", "master", "dbhbridge", "up")
            for words in (["link", "set", "lo", "up"], ["addr", "add", f"{address(number)}/24", "dev", name], ["link", "set", name, "up"]):
                sh(*within(number, ["ip", *words]))

    def cut(self, number):
        sh("ip", "link", "set", f"dbhveth{number}", "down")

    def close(self):
        for link in ["dbhbridge", *(f"dbhveth{number}" for number in range(len(NAMES)))]:
            subprocess.run(["ip", "link", "del", link], stderr=subprocess.DEVNULL)


class Relay(threading.Thread):
    """Joins them by a process that delays and drops packets."""

    def __init__(self, options):
        super().__init__(daemon=True)
        self.options, self.gone, self.random = options, set(), random.Random(1)
        self.devices = [self.tun(number) for number in range(len(NAMES))]
        self.start()

    @staticmethod
    def tun(number):
        """A tun device that lives in the namespace while its packets come here."""
        name = NAMES[number]
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(device, 0x400454CA, struct.pack("16sH", name.encode(), 0x1001))
        sh("ip", "netns", "add", name)
        sh("ip", "link", "set", name, "netns", name)
        for words in (["link", "set", "lo", "up"], ["addr", "add", f"{address(number)}/24", "dev", name], ["link", "set", name, "mtu", "1400", "up"]):
            sh(*within(number, ["ip", *words]))
        return device

    def cut(self, number):
        self.gone.add(number)

    def close(self):
        pass

    def run(self):
        waiting, last, count = [], {}, 0
        while True:
            left = max(0, waiting[0][0] - time.monotonic()) if waiting else 0.1
            for device in select.select(self.devices, [], [], left)[0]:
                try:
                    packet = os.read(device, 2000)
                except OSError:
                    return  # Its namespace is gone.
                if packet[0] >> 4 != 4:
                    continue
                source, target = packet[15] - 1, packet[19] - 1
                if not 0 <= target < len(self.devices) or {source, target} & self.gone:
                    continue
                if self.random.random() * 100 < self.options.loss:
                    continue
                delay = max(0, self.random.gauss(self.options.delay, self.options.jitter / 2)) / 1000
                # In order, as a queue of one link keeps them.
                due = max(time.monotonic() + delay, last.get((source, target), 0))
                last[source, target], count = due, count + 1
                heapq.heappush(waiting, (due, count, target, packet))
            while waiting and waiting[0][0] <= time.monotonic():
                _, _, target, packet = heapq.heappop(waiting)
                try:
                    os.write(self.devices[target], packet)
                except OSError:
                    pass


def postgresql(folder, java):
    """A server that accepts connections from the namespaces. PostgreSQL refuses root."""
    data = folder + "/postgresql"
    os.mkdir(data)
    shutil.chown(data, "nobody", "nogroup")
    own = os.path.dirname(os.path.realpath(shutil.which("postgres")))
    user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "env", "-C", "/"]
    subprocess.run([*user, own + "/initdb", "-D", data + "/d", "-U", "bench", "-A", "trust"], check=True, stdout=subprocess.DEVNULL)
    with open(data + "/d/pg_hba.conf", "a") as access:
        access.write("host all all 10.77.0.0/24 trust\n")
    server = subprocess.Popen(within(SERVER, [
        *user, own + "/postgres", "-D", data + "/d", "-c", "listen_addresses=" + address(SERVER), "-c", "unix_socket_directories=" + data,
        "-c", "shared_buffers=512MB", "-c", "max_connections=200", "-c", "max_wal_size=4GB"]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(PORT)
    return server, ["--target", f"jdbc:postgresql://{address(SERVER)}:{PORT}/postgres", "--user", "bench"]


def cassandra(folder, java):
    """The harness' own node, on the address of the namespace instead of the loopback, and without a password."""
    data = folder + "/cassandra"
    sh(*java, "cql", "read", "load", "--rows", "1", "--target", "embedded:cassandra", "--data-dir", data, "--quiet")
    sh(*java, "cql", "read", "drop", "--rows", "1", "--target", "embedded:cassandra", "--data-dir", data, "--quiet")
    conf = data + "/cassandra/node1/conf"
    with open(conf + "/cassandra.yaml") as file:
        yaml = re.sub(r"(?m)^(authenticator|native_transport_port):.*\n", "", file.read())
    with open(conf + "/cassandra.yaml", "w") as file:
        file.write(yaml.replace("127.0.0.1", address(SERVER)))
    server = subprocess.Popen(within(SERVER, ["java", "@" + conf + "/jvm.options", "org.apache.cassandra.service.CassandraDaemon"]),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(9042)
    return server, ["--target", f"cassandra://{address(SERVER)}:9042/dbharness?datacenter=datacenter1"]


def wait_for(port):
    end = time.monotonic() + 120
    while "LISTEN" not in subprocess.run(within(SERVER, ["ss", "-ltnH", f"sport = :{port}"]), capture_output=True, text=True).stdout:
        if time.monotonic() > end:
            raise SystemExit("no server listens on port %d" % port)
        time.sleep(0.2)


def sessions():
    """Connections of agents that the server holds; the coordinator has its own."""
    lines = subprocess.run(within(SERVER, ["ss", "-tnH", "state", "established", f"sport = :{PORT}"]), capture_output=True, text=True).stdout.splitlines()
    return len([line for line in lines if address(0) + ":" not in line])


def count_arrivals(until):
    """In the server's namespace: requests by their packets, in each 100 ms; each is one packet that begins with Bind."""
    wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    wire.setsockopt(socket.SOL_SOCKET, 35, 1)  # SO_TIMESTAMPNS
    wire.setsockopt(socket.SOL_SOCKET, 33, 1 << 26)  # SO_RCVBUFFORCE
    wire.settimeout(0.2)
    seen = Counter()
    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(1))
    while not stop:
        try:
            packet, extra, _, _ = wire.recvmsg(256, 256)
        except socket.timeout:
            continue
        if len(packet) < 54 or packet[12:14] != b"\x08\0" or packet[23] != 6:
            continue
        segment = 14 + 4 * (packet[14] & 15)
        if struct.unpack("!H", packet[segment + 2:segment + 4])[0] != PORT:
            continue
        payload = segment + 4 * (packet[segment + 12] >> 4)
        if packet[payload:payload + 1] == b"B":
            seconds, nanos = struct.unpack("qq", extra[0][2])
            seen[(seconds * 1_000_000_000 + nanos) // 100_000_000] += 1
    json.dump(sorted(seen.items()), open(until, "w"))


def recorded(result):
    """Seconds of the run that the coordinator has written."""
    try:
        return float(open(result + "/intervals.csv").read().split("\n")[-2].split(",")[1])
    except (OSError, IndexError, ValueError):
        return 0


def histograms(value, path=""):
    """All histograms of a result, as they are written, by where they are."""
    if isinstance(value, list):
        value = {"-".join(str(v[k]) for k in ("operation", "name") if k in v) or str(i) if isinstance(v, dict) else str(i): v for i, v in enumerate(value)}
    if not isinstance(value, dict):
        return {}
    found = {path: value["histogram"]} if "histogram" in value else {}
    for name, part in value.items():
        if path or name not in ("agents", "health"):
            found.update(histograms(part, f"{path}/{name}"))
    return found


def main():
    if sys.argv[1:2] == ["--count-arrivals"]:
        return count_arrivals(sys.argv[2])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar")
    parser.add_argument("--server", choices=["postgresql", "cassandra"])
    parser.add_argument("--delay", type=float, help="milliseconds each way")
    parser.add_argument("--jitter", type=float, default=10)
    parser.add_argument("--loss", type=float, default=1, help="percent")
    parser.add_argument("--fault", metavar="agent|coordinator:kill|stop|cut", help="what happens, and to whom")
    parser.add_argument("--fault-at", type=float, default=5, help="after so many seconds that the coordinator has recorded, warm-up included")
    parser.add_argument("--arrivals", action="store_true")
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    java = options.jar.split()
    run = words[end + 1:] or ("sysbench point-select --target sim:service=exp(2ms),time=real --rate 400/s --users 32"
                          " --warmup 1s --duration 15s").split()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # servers and networks go away then, too
    folder = tempfile.mkdtemp(prefix="dbh-agents")
    os.chmod(folder, 0o755)
    key = folder + "/k.p12"
    sh(*java, "agent", "key", "--out", key)
    join = ",".join(f"{address(i)}:7800" for i in AGENTS)
    network, processes, holds = None, [], True
    try:
        network = Bridge() if options.delay is None else Relay(options)
        target = []
        if options.server:
            server, target = {"postgresql": postgresql, "cassandra": cassandra}[options.server](folder, java)
            processes.append(server)
            # The data first, so that the fault and the clock are the run's.
            sh(*within(0, [*java, *run, *target, "--load", "only", "--quiet", "--out", folder + "/loaded"]))
        agents = []
        for i in AGENTS:
            said = open(f"{folder}/agent{i}", "w")
            agents.append(subprocess.Popen(
                within(i, [*java, "agent", "--bind", f"{address(i)}:7800", "--join", join, "--key", "file:" + key, "--out", f"{folder}/own{i}", "--debug"]),
                stdout=said, stderr=said))
        processes += agents
        if options.arrivals:
            counter = subprocess.Popen(within(SERVER, [sys.executable, os.path.abspath(__file__), "--count-arrivals", folder + "/arrivals"]))
            processes.append(counter)
        said = open(folder + "/coordinator", "w")
        coordinator = subprocess.Popen(
            within(0, [*java, *run, *target, *(["--load", "never"] if target else []), "--agents", "4", "--bind", f"{address(0)}:7800", "--join", join,
                       "--key", "file:" + key, "--out", folder + "/result"]), stdout=subprocess.DEVNULL, stderr=said)
        processes.append(coordinator)
        if options.fault:
            who, what = options.fault.split(":")
            while recorded(folder + "/result") < options.fault_at and coordinator.poll() is None:
                time.sleep(0.1)
            if coordinator.poll() is not None:
                raise SystemExit("the run ended before the fault")
            number, victim = (0, coordinator) if who == "coordinator" else (2, agents[1])
            at = time.monotonic()
            if what == "cut":
                network.cut(number)
            else:
                victim.send_signal({"kill": signal.SIGKILL, "stop": signal.SIGSTOP}[what])
            if what == "stop":
                threading.Timer(10, lambda: victim.send_signal(signal.SIGCONT)).start()
            if who == "coordinator":
                while not all(re.search("the coordinator is gone|stops: ", open(f"{folder}/agent{i}").read()) for i in AGENTS) and time.monotonic() < at + 30:
                    time.sleep(0.1)
                print("all agents have stopped %.1f s after the fault" % (time.monotonic() - at))
                time.sleep(max(0, at + 10 - time.monotonic()))
                if options.server == "postgresql":
                    print("sessions of the load at the server after 10 s:", sessions())
        print("exit", coordinator.wait())
        print(open(folder + "/coordinator").read()[-1800:])
        begins = [int(n) for i in AGENTS for n in re.findall(r"begins at (\d+)", open(f"{folder}/agent{i}").read())]
        skew = (max(begins) - min(begins)) / 1e6
        print("loads began within %.3f ms" % skew)
        holds &= skew <= (2 if options.delay is None else 2 * options.jitter + 2)
        if not os.path.exists(folder + "/result/result.json"):
            print("no result of the coordinator; agents kept", sorted(os.listdir(folder)))
            for i in AGENTS:
                print("  agent", i, [os.path.join(d, f) for d, _, fs in os.walk(f"{folder}/own{i}") for f in fs if f == "result.json"])
            return 0
        result = json.load(open(folder + "/result/result.json"))
        totals = result["totals"]
        print({k: v for k, v in totals.items() if isinstance(v, (int, float))})
        if "INTERRUPTED" in [c["code"] for c in result["caveats"]]:
            for i in AGENTS:
                said = [line for line in open(f"{folder}/agent{i}").read().splitlines() if not re.search(r"^\s|DEBUG", line)]
                print(f"agent {i} said:", *said[-12:], sep="\n    ")
        for what in ("intended", "started", "completed"):
            parts = sum(a[what] for a in result["agents"])
            holds &= parts == totals[what]
            print(what, "sum of agents", parts, "of", totals[what])
        for agent in result["agents"]:
            print({k: agent[k] for k in ("name", "completed", "clockErrorNanos", "startSkewNanos", "lagNanos", "lost")})
        print("checks", Counter((c["when"], c["passed"]) for c in result["checks"]), "verdict", result["verdict"])
        for caveat in result["caveats"]:
            print("  ", caveat["code"], caveat["text"] if "text" in caveat else caveat)
        if not options.fault:
            holds &= all(c["passed"] for c in result["checks"])
            subprocess.run([*java, "merge", *sorted(os.path.join(folder, "result/agents", name) for name in os.listdir(folder + "/result/agents")),
                            "--as", "clients", "--out", folder + "/merged"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            merged = json.load(open(folder + "/merged/result.json"))
            ours, union = histograms(result), histograms(merged)
            other = [path for path in sorted({*ours, *union}) if ours.get(path) != union.get(path)]
            holds &= not other and merged["totals"] == totals
            print(f"{len(ours) - len(other)} of {len(ours)} histograms are those of the merged agents; not", other)
        if options.arrivals:
            counter.terminate()
            counter.wait()
            seen = json.load(open(folder + "/arrivals"))
            # The end of the warm-up and the measurement, without the edges.
            seen = seen[len(seen) // 3:-10]
            counts = sorted(n for _, n in seen)
            mean = sum(counts) / len(counts)
            off = [n for n in counts if abs(n - mean) > 0.1 * mean]
            print("arrivals in %d slots of 100 ms: mean %.1f, least %d, most %d, more than 10 %% off: %d" % (len(counts), mean, counts[0], counts[-1], len(off)))
        return 0 if holds else 1
    finally:
        for process in processes:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()
        if network:
            network.close()
        for name in NAMES:
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
