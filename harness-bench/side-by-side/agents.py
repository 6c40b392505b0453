#!/usr/bin/env python3
"""Four agents and a coordinator, each in a network namespace of its own, over a network that delays and loses packets.

Needs root, `ip` and /dev/net/tun. The kernel's netem is not everywhere, so packets pass through this process: each namespace has a tun
device, and what it sends waits here for its delay or is dropped.

    agents.py 'java -jar harness.jar' [--delay 25] [--jitter 10] [--loss 1] [--cut agent|coordinator] [-- OPTIONS OF THE RUN]

Prints what the coordinator said, the agents' table and how far apart the loads began (all read one monotonic clock).
"""
import argparse, fcntl, heapq, json, os, random, re, select, shutil, struct, subprocess, tempfile, threading, time

NAMES = ["dbh0", "dbh1", "dbh2", "dbh3", "dbh4"]  # the coordinator, then the agents


def sh(*words):
    subprocess.run(words, check=True)


def tun(name):
    """A tun device that lives in the namespace while its packets come here."""
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, 0x400454CA, struct.pack("16sH", name.encode(), 0x1001))
    number = NAMES.index(name)
    sh("ip", "netns", "add", name)
    sh("ip", "link", "set", name, "netns", name)
    for words in (["ip", "link", "set", "lo", "up"], ["ip", "addr", "add", f"10.77.0.{number + 1}/24", "dev", name],
                  ["ip", "link", "set", name, "mtu", "1400", "up"]):
        sh("ip", "netns", "exec", name, *words)
    return device


class Relay(threading.Thread):
    def __init__(self, options):
        super().__init__(daemon=True)
        self.options, self.cut, self.random = options, set(), random.Random(1)
        self.devices = [tun(name) for name in NAMES]
        self.passed = self.lost = 0

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
                if not 0 <= target < len(self.devices) or {source, target} & self.cut:
                    continue
                if self.random.random() * 100 < self.options.loss:
                    self.lost += 1
                    continue
                delay = max(0, self.random.gauss(self.options.delay, self.options.jitter / 2)) / 1000
                # In order, as a queue of one link keeps them.
                due = max(time.monotonic() + delay, last.get((source, target), 0))
                last[source, target], count = due, count + 1
                heapq.heappush(waiting, (due, count, target, packet))
            while waiting and waiting[0][0] <= time.monotonic():
                _, _, target, packet = heapq.heappop(waiting)
                self.passed += 1
                try:
                    os.write(self.devices[target], packet)
                except OSError:
                    pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("jar")
    parser.add_argument("--delay", type=float, default=25)
    parser.add_argument("--jitter", type=float, default=10)
    parser.add_argument("--loss", type=float, default=1)
    parser.add_argument("--cut", choices=["agent", "coordinator"])
    parser.add_argument("run", nargs="*")
    options = parser.parse_args()
    java = options.jar.split()
    run = options.run or ("sysbench point-select --target sim:service=exp(2ms),time=real --rate 400/s --users 32"
                          " --warmup 1s --duration 15s").split()
    folder = tempfile.mkdtemp(prefix="dbh-agents")
    key = folder + "/k.p12"
    sh(*java, "agent", "key", "--out", key)
    relay = Relay(options)
    agents, join = [], ",".join(f"10.77.0.{i}:7800" for i in range(2, 6))
    try:
        relay.start()
        for i in range(1, 5):
            said = open(f"{folder}/agent{i}", "w")
            agents.append(subprocess.Popen(
                ["ip", "netns", "exec", NAMES[i], *java, "agent", "--bind", f"10.77.0.{i + 1}:7800", "--join", join,
                 "--key", "file:" + key, "--out", f"{folder}/own{i}", "--debug"], stdout=said, stderr=said))
        said = open(folder + "/coordinator", "w")
        coordinator = subprocess.Popen(
            ["ip", "netns", "exec", NAMES[0], *java, *run, "--agents", "4", "--bind", "10.77.0.1:7800", "--join", join,
             "--key", "file:" + key, "--out", folder + "/result"], stdout=subprocess.DEVNULL, stderr=said)
        if options.cut:
            while "phase=" not in open(folder + "/coordinator").read() and coordinator.poll() is None:
                time.sleep(0.2)
            time.sleep(2)
            relay.cut = {0 if options.cut == "coordinator" else 2}
            cut_at = time.monotonic()
            if options.cut == "coordinator":
                while any("the coordinator is gone" not in open(f"{folder}/agent{i}").read() for i in range(1, 5)):
                    time.sleep(0.1)
                print("all agents have stopped %.1f s after the cut" % (time.monotonic() - cut_at))
        print("exit", coordinator.wait())
        print(open(folder + "/coordinator").read()[-1500:])
        begins = [int(n) for i in range(1, 5)
                  for n in re.findall(r"begins at (\d+)", open(f"{folder}/agent{i}").read())]
        print("loads began within %.3f ms" % ((max(begins) - min(begins)) / 1e6))
        result = json.load(open(folder + "/result/result.json"))
        print("totals", result["totals"])
        for what in ("intended", "started", "completed"):
            print(what, "sum of agents", sum(a[what] for a in result["agents"]), "of", result["totals"][what])
        for agent in result["agents"]:
            print({k: agent[k] for k in ("name", "completed", "clockErrorNanos", "startSkewNanos", "lagNanos", "lost")})
        print([c["code"] for c in result["caveats"]], "packets", relay.passed, "lost", relay.lost)
    finally:
        for agent in agents:
            agent.kill()
            agent.wait()
        for name in NAMES:
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
