#!/usr/bin/env python3
"""Runs the harness and fio alternately on one file, and compares I/Os a second, percentiles of latency and processor time of the client.

Both read and write the same file past the page cache: 8 KiB blocks, 75 % reads, random, by default. The harness fills the file
before the first round; fio does not touch its first 8 KiB, which hold the harness's header. Each round runs all
contenders at one number of outstanding I/Os, in an order that is rotated; figures are medians over the rounds.

    ./disk.py --file /data/probe --harness 'java -jar harness.jar'
    ./disk.py --file /dev/loop0 --overwrite ... --outstanding 1 --outstanding 64 --engine libaio --engine psync --rounds 5

With --rate all run at this many I/Os a second: latencies are comparable only at equal rates, since a contender with more I/Os a second waits less
for each. Latencies then begin at the send, as in fio.

With --diskspd it runs the lines of diskspd-lines.txt instead, by 'disk --diskspd LINE', each alternately with fio at the options beside it, and prints
a table of ratios. It exits with 1 if a line's I/Os a second differ from fio's by more than 5 %.

    sudo ./limited-disk.sh 500 2G ./disk.py --file DEVICE --overwrite --size 1g --diskspd --harness 'java -jar harness.jar'

Engines: libaio and io_uring keep all I/Os outstanding from one thread; psync has a thread for each. Prints one line per run, then the ratios.
Needs only Python 3 and fio.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile

PERCENTILES = ["p50", "p90", "p95", "p99"]
HEADER = 8192
# The harness exits so when a measurement is suspect or INVALID, as it may be on a busy machine.
DOUBTED = (0, 12)


def run(command, allowed=(0,)):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
    if done.returncode not in allowed:
        sys.exit("failed with %d: %s\n%s" % (done.returncode, " ".join(command), done.stdout[-3000:]))
    return done.stdout


def probe(options, *more):
    return shlex.split(options.harness) + ["disk", *more, "--file", options.file, "--size", options.size] + \
        (["--overwrite"] if options.overwrite else [])


def harness(options, outstanding, folder):
    """I/Os a second, latencies of reads and writes in milliseconds, and processor microseconds an I/O."""
    return measured(options, probe(options, "run") + [
        "--block", options.block, "--read", str(options.read), "--random", str(options.random), "--outstanding", str(outstanding),
        "--warmup", "%ds" % options.warmup, "--duration", "%ds" % options.seconds] +
        (["--rate", "%d/s" % options.rate] if options.rate else []), folder)


def measured(options, command, folder):
    """Runs a command of the harness, and reads its result."""
    run(command + ["--out", folder, "--quiet"], DOUBTED)
    with open(os.path.join(folder, "result.json")) as file:
        result = json.load(file)
    if result["totals"]["failed"]:
        sys.exit("the harness' run failed: %s" % result["totals"])
    if result["target"]["settings"]["direct"] != "yes":
        sys.exit("no direct I/O here: fio and the harness would both measure memory")
    kind = "service" if options.rate else "response"
    times = {operation["name"].lower() + " " + name: operation[kind]["percentilesNanos"][name] / 1e6
             for operation in result["operations"] for name in PERCENTILES}
    times.update({operation["name"].lower() + " mean": operation[kind]["meanNanos"] / 1e6 for operation in result["operations"]})
    rate, health = result["throughputPerSecond"]["value"], result["health"]
    return rate, times, 1e6 * health["cpuShare"] * health["cpus"] / rate


def fio(engine):
    def start(options, outstanding, folder):
        many = ["--numjobs=%d" % outstanding, "--iodepth=1"] if engine == "psync" else ["--numjobs=1", "--iodepth=%d" % outstanding]
        rate, times, job = fio_run(options, [
            "--offset=%d" % HEADER, "--size=%d" % (bytes_of(options.size) - HEADER),
            "--bs=" + options.block, "--rw=randrw" if options.random else "--rw=rw", "--percentage_random=%d" % options.random,
            "--rwmixread=%d" % options.read, "--ioengine=" + engine, *many, *paced(options, outstanding if engine == "psync" else 1)])
        # fio gives the share of one job's time.
        jobs = outstanding if engine == "psync" else 1
        return rate, times, 1e4 * (job["usr_cpu"] + job["sys_cpu"]) * jobs / rate
    return start


def fio_run(options, more):
    """I/Os a second, latencies in milliseconds, and fio's own figures."""
    output = run([
        options.fio, "--name=probe", "--filename=" + options.file, "--direct=1", "--group_reporting", "--norandommap", "--randrepeat=0",
        "--time_based", "--ramp_time=%d" % options.warmup, "--runtime=%d" % options.seconds, "--refill_buffers", "--lat_percentiles=1",
        "--clat_percentiles=0", "--percentile_list=50:90:95:99", "--output-format=json", *more])
    job = json.loads(output[output.index("{"):])["jobs"][0]
    times, rate = {}, 0
    for direction in ("read", "write"):
        if job[direction]["total_ios"]:
            rate += job[direction]["iops"]
            lat = job[direction]["lat_ns"]
            times.update({"%s p%.0f" % (direction, float(key)): value / 1e6 for key, value in lat["percentile"].items()})
            times[direction + " mean"] = lat["mean"] / 1e6
    return rate, times, job


def diskspd(options):
    """Runs lines of DiskSpd alternately with fio, and returns whether all are within 5 % of it."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "diskspd-lines.txt")) as file:
        lines = [line.strip().split(" | ") for line in file if line.strip() and not line.startswith("#")]
    good = True
    print("| line | IOPS | fio | ratio |\n| --- | --- | --- | --- |", flush=True)
    for line, settings in lines[:options.lines]:
        more = settings.split()
        block = bytes_of(next(word.split("=")[1] for word in more if word.startswith("--bs=")))
        if "--offset=" not in settings:
            more += ["--offset=%d" % max(HEADER, block)]
        if "--size=" not in settings:
            more += ["--size=%d" % (bytes_of(options.size) - max(HEADER, block))]
        figures = {"harness": [], "fio": []}
        for turn in range(options.rounds):
            for name in ["harness", "fio"][::1 if turn % 2 == 0 else -1]:
                if name == "fio":
                    figures[name].append(fio_run(options, ["--ioengine=libaio", *more])[0])
                    continue
                with tempfile.TemporaryDirectory(prefix="side-by-side-") as folder:
                    command = shlex.split(options.harness) + [
                        "disk", "run", "--diskspd", line.replace("FILE", options.file), "--warmup", "%ds" % options.warmup,
                        "--duration", "%ds" % options.seconds]
                    figures[name].append(measured(options, command, folder)[0])
        own, other = statistics.median(figures["harness"]), statistics.median(figures["fio"])
        good = good and abs(own / other - 1) <= 0.05
        print("| `%s` | %.1f | %.1f | %.3f |" % (line, own, other, own / other), flush=True)
    return good


def paced(options, jobs):
    """fio's rate is for each job and each direction."""
    reads = options.rate * options.read / 100 / jobs
    return ["--rate_iops=%d,%d" % (reads, options.rate / jobs - reads)] if options.rate else []


def bytes_of(size):
    """As the harness reads it: k and KiB are 1024, kB is 1000, and whole 4 KiB are left."""
    unit = size.lower().lstrip("0123456789")
    base = 1000 if unit.endswith("b") and not unit.endswith("ib") else 1024
    return int(size[:len(size) - len(unit)]) * base ** " kmgt".index(unit[:1] or " ") // 4096 * 4096


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", required=True, help="a file, which is made, or a block device that nobody uses")
    parser.add_argument("--size", default="4g")
    parser.add_argument("--overwrite", action="store_true", help="the file or device may hold other data, which are lost")
    parser.add_argument("--harness", required=True, help="command that starts the harness")
    parser.add_argument("--fio", default="fio", help="the fio program")
    parser.add_argument("--engine", action="append", choices=["libaio", "io_uring", "psync"], help="repeatable; libaio by default")
    parser.add_argument("--outstanding", action="append", type=int, help="repeatable; 1, 8 and 64 by default")
    parser.add_argument("--diskspd", action="store_true", help="run the lines of diskspd-lines.txt")
    parser.add_argument("--lines", type=int, default=None, help="only the first so many lines")
    parser.add_argument("--block", default="8k")
    parser.add_argument("--read", type=int, default=75)
    parser.add_argument("--random", type=int, default=100)
    parser.add_argument("--rate", type=int, default=0, help="I/Os a second; as many as they can if left out")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--warmup", type=int, default=5, help="seconds")
    parser.add_argument("--seconds", type=int, default=20)
    options = parser.parse_args()
    contenders = [("harness", harness)] + [("fio " + engine, fio(engine)) for engine in options.engine or ["libaio"]]
    run(probe(options, "load") + ["--quiet"])
    if options.diskspd:
        sys.exit(0 if diskspd(options) else 1)
    for outstanding in options.outstanding or [1, 8, 64]:
        figures = {name: [] for name, _ in contenders}
        for turn in range(options.rounds):
            for name, start in contenders[turn % len(contenders):] + contenders[:turn % len(contenders)]:
                with tempfile.TemporaryDirectory(prefix="side-by-side-") as folder:
                    rate, times, cpu = start(options, outstanding, folder)
                figures[name].append((rate, times, cpu))
                print("%4d outstanding, round %d, %-13s %8.0f IOPS  %5.1f us/IO   %s   load %.1f" % (
                    outstanding, turn + 1, name, rate, cpu,
                    "  ".join("%s %.3f" % (key, times[key]) for key in sorted(times) if key[-2:] in ("50", "99")),
                    os.getloadavg()[0]), flush=True)
        medians = {name: (statistics.median(rate for rate, _, _ in runs),
                          {key: statistics.median(times[key] for _, times, _ in runs) for key in runs[0][1]},
                          statistics.median(cpu for _, _, cpu in runs))
                   for name, runs in figures.items()}
        own_rate, own_times, own_cpu = medians.pop("harness")
        for name, (rate, times, cpu) in medians.items():
            print("%4d outstanding, harness / %-10s  IOPS %.3f   processor time %.2f   %s" % (
                outstanding, name, own_rate / rate, own_cpu / cpu,
                "  ".join("%s %.3f" % (key, own_times[key] / times[key]) for key in sorted(times))), flush=True)


if __name__ == "__main__":
    main()
