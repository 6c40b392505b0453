package io.dbharness.doctor;

import io.dbharness.doctor.Diagnosis.Advice;
import io.dbharness.machine.MachineFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Derives advice from the readings: findings that impair measurements, and remedies. Contains the threshold of each finding. */
final class Advisor {

    /** The harness's target for the 99th percentile of its wake-up lag. */
    private static final long LAG_NANOS = 100_000;

    /** A share of the time. Above it, other work on this machine affects each percentile. */
    private static final double WAIT_SHARE = 0.01;

    private static final double STEAL_SHARE = 0.01;

    /** A clock that is read without a call into the kernel takes some 25 ns. */
    private static final double CLOCK_NANOS = 200;

    private static final long FILES = 4_096;

    /** A share of the memory limit. The rest is for Java's memory outside the heap. */
    private static final double HEAP_SHARE = 0.8;

    /** Faster than any disk; only a volatile cache is as fast. */
    private static final long VOLATILE_NANOS = 15_000;

    private static final long SLOW_SYNC_NANOS = 20_000_000;
    private static final Set<String> STEADY = Set.of("performance");
    private static final String CLOCKS = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

    private final Measurements examined;
    private final List<Advice> all = new ArrayList<>();

    private Advisor(Measurements examined) {
        this.examined = examined;
    }

    static List<Advice> advice(Measurements examined) {
        Advisor advisor = new Advisor(examined);
        advisor.limits();
        advisor.noise();
        advisor.settings();
        advisor.memory();
        advisor.disk();
        return List.copyOf(advisor.all);
    }

    private void when(boolean so, String finding, String change) {
        if (so) {
            all.add(new Advice(finding, change));
        }
    }

    private void limits() {
        MachineFacts machine = examined.machine();
        machine.limits()
                .cpu()
                .filter(limit -> !limit.isNone())
                .ifPresent(limit -> all.add(new Advice(
                        "a quota of " + FigureFormat.number(limit.amount()) + " processors (" + limit.group()
                                + ") stops all threads for the rest of a period once it is used up",
                        "run the harness outside this group, or remove the quota (docker run without --cpus, a pod without"
                                + " limits.cpu) and bind it to dedicated processors instead (--cpuset-cpus)")));
        processors(machine.processorCount());
        examined.process().files().stream()
                .filter(files -> files < FILES)
                .forEach(files -> all.add(new Advice(
                        "only " + files + " files and sockets may be open", "ulimit -n 65536 before the start")));
    }

    private void processors(int online) {
        when(
                online > examined.process().processors(),
                "Java sees " + examined.process().processors() + " of " + online + " processors",
                "unless intended, check the processor set, taskset and -XX:ActiveProcessorCount");
        when(
                examined.process().processors() < 2,
                "one processor: threads that send and a local database wait for each other",
                "use a machine, or a group, with two processors or more");
    }

    private void noise() {
        WakeUps wakeUps = examined.wakeUps();
        long lag = wakeUps.lag().quantileNanos(0.99);
        when(
                lag > LAG_NANOS,
                "threads wake " + FigureFormat.time(lag) + " late at p99, which is more than "
                        + FigureFormat.time(LAG_NANOS),
                "stop other processes (see top), or start the harness with chrt --rr 1 or nice -n -10");
        when(
                wakeUps.waitShare().orElse(0) > WAIT_SHARE,
                "the waking thread waited "
                        + FigureFormat.percent(wakeUps.waitShare().orElse(0)) + " of the time for a processor",
                "stop other processes (see top), or use a machine with more processors");
        when(
                wakeUps.stealShare().orElse(0) > STEAL_SHARE,
                "the hypervisor took "
                        + FigureFormat.percent(wakeUps.stealShare().orElse(0)) + " of the processors' time",
                "use a machine size with dedicated processors, not a burstable one, or another host");
        when(
                examined.throttled() > 0,
                "the quota throttled the process " + examined.throttled() + " times in these ten seconds",
                "see the quota");
    }

    private void settings() {
        MachineFacts machine = examined.machine();
        List<String> unsteady = machine.governors().stream()
                .filter(name -> !STEADY.contains(name))
                .toList();
        when(
                !unsteady.isEmpty(),
                "governor is " + String.join(", ", unsteady) + ": processors that slow down when idle wake slowly",
                "cpupower frequency-set -g performance");
        when(
                examined.clockNanos() > CLOCK_NANOS,
                "a reading of the clock"
                        + machine.clocks().current().map(name -> " " + name).orElse("") + " takes "
                        + FigureFormat.time(examined.clockNanos()),
                machine.clocks().others().isEmpty()
                        ? "the kernel offers no other clock; another machine may"
                        : "echo " + machine.clocks().others().get(0) + " > " + CLOCKS + " and measure again");
    }

    private void memory() {
        MachineFacts machine = examined.machine();
        when(
                machine.hugePages().filter("always"::equals).isPresent(),
                "transparent huge pages are always on: allocating them can stall a database for milliseconds",
                "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled");
        when(
                machine.swap().usedBytes().orElse(0) > 0,
                FigureFormat.size((double) machine.swap().usedBytes().orElse(0))
                        + " are swapped out: touching them waits for a disk",
                "free memory, then swapoff -a; or vm.swappiness=1");
        long heap = examined.process().heapBytes();
        machine.limits()
                .memory()
                .filter(limit -> heap > HEAP_SHARE * limit.amount())
                .ifPresent(limit -> all.add(new Advice(
                        "the heap may grow to " + FigureFormat.size((double) heap) + ", the group to "
                                + FigureFormat.size(limit.amount()) + " (" + limit.group()
                                + "): the kernel ends the process before Java collects garbage",
                        "java -Xmx" + (long) (HEAP_SHARE * limit.amount() / (1 << 20)) + "m, or a higher limit")));
    }

    private void disk() {
        examined.syncs().map(syncs -> syncs.sync().quantileNanos(0.5)).ifPresent(nanos -> {
            when(
                    nanos < VOLATILE_NANOS,
                    "fsync takes " + FigureFormat.time(nanos)
                            + ", less than a disk needs: this folder is in memory, or its cache is volatile",
                    "put --out and --data-dir on a disk to measure a database");
            when(
                    nanos > SLOW_SYNC_NANOS,
                    "fsync takes " + FigureFormat.time(nanos) + ": an embedded database here measures this disk",
                    "put --data-dir on a faster disk");
        });
    }
}
