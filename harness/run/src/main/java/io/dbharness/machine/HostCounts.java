package io.dbharness.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;

/**
 * Counters of a machine, or of several machines together, since they started.
 *
 * @param processors time of the processors
 * @param memory     at present
 * @param disks      by their names, of each machine
 */
record HostCounts(Processors processors, Memory memory, List<Map<String, Disk>> disks) {

    private static final double WHOLE = 100;
    private static final double BYTES_PER_MB = 1e6;
    private static final double MILLIS = 1e3;

    HostCounts {
        disks = disks.stream().map(Map::copyOf).toList();
    }

    /**
     * Time of the processors.
     *
     * @param total in any unit, over all processors
     * @param idle  of this, without work; waiting for a disk is without work
     */
    record Processors(double total, double idle) {}

    /**
     * Memory in bytes.
     *
     * @param total     that there is
     * @param available to processes, caches that would make room included
     */
    record Memory(double total, double available) {}

    /**
     * Reads or writes of a disk.
     *
     * @param count   that ended
     * @param bytes   by them
     * @param seconds that they took, added up
     */
    record Transfers(double count, double bytes, double seconds) {

        static final Transfers NONE = new Transfers(0, 0, 0);

        private Transfers combine(Transfers other, DoubleBinaryOperator work) {
            return new Transfers(
                    work.applyAsDouble(count, other.count),
                    work.applyAsDouble(bytes, other.bytes),
                    work.applyAsDouble(seconds, other.seconds));
        }
    }

    /**
     * Counters of a disk.
     *
     * @param reads        that ended
     * @param writes       that ended
     * @param queueSeconds time × reads and writes outstanding
     * @param busySeconds  with anything outstanding; of several disks, of the busiest
     */
    record Disk(Transfers reads, Transfers writes, double queueSeconds, double busySeconds) {

        static final Disk IDLE = new Disk(Transfers.NONE, Transfers.NONE, 0, 0);

        /** Their work adds up; of time in which there was any, the longer. */
        Disk plus(Disk other) {
            return combine(other, Double::sum, Math::max);
        }

        private Disk since(Disk before) {
            DoubleBinaryOperator minus = (now, then) -> now - then;
            return combine(before, minus, minus);
        }

        private Disk combine(Disk other, DoubleBinaryOperator work, DoubleBinaryOperator busy) {
            return new Disk(
                    reads.combine(other.reads, work),
                    writes.combine(other.writes, work),
                    work.applyAsDouble(queueSeconds, other.queueSeconds),
                    busy.applyAsDouble(busySeconds, other.busySeconds));
        }

        private double bytes() {
            return reads.bytes + writes.bytes;
        }

        private void putLevels(double seconds, Map<String, Double> levels) {
            double each = reads.count + writes.count;
            levels.put("diskReadsPerSecond", reads.count / seconds);
            levels.put("diskWritesPerSecond", writes.count / seconds);
            levels.put("diskIops", each / seconds);
            levels.put("diskReadMBPerSecond", reads.bytes / BYTES_PER_MB / seconds);
            levels.put("diskWriteMBPerSecond", writes.bytes / BYTES_PER_MB / seconds);
            levels.put("diskMBPerSecond", bytes() / BYTES_PER_MB / seconds);
            levels.put("diskQueue", queueSeconds / seconds);
            latency("diskLatencyMillis", reads.seconds + writes.seconds, each, levels);
            latency("diskReadLatencyMillis", reads.seconds, reads.count, levels);
            latency("diskWriteLatencyMillis", writes.seconds, writes.count, levels);
        }

        private static void latency(String name, double seconds, double operations, Map<String, Double> levels) {
            if (operations > 0) {
                levels.put(name, MILLIS * seconds / operations);
            }
        }
    }

    /** Several machines together. */
    HostCounts plus(HostCounts other) {
        List<Map<String, Disk>> all = new ArrayList<>(disks);
        all.addAll(other.disks);
        return new HostCounts(
                new Processors(processors.total + other.processors.total, processors.idle + other.processors.idle),
                new Memory(memory.total + other.memory.total, memory.available + other.memory.available),
                all);
    }

    /** Returns the figures of one moment, which need no earlier counters. */
    Map<String, Double> levels() {
        return memory.total > 0 ? Map.of("hostMemoryPercent", WHOLE * (1 - memory.available / memory.total)) : Map.of();
    }

    /**
     * The levels between an earlier reading and this one; what did not change, or started counting from zero again, is left out.
     *
     * @param seconds between the readings
     */
    Map<String, Double> levels(HostCounts before, double seconds) {
        Map<String, Double> levels = new TreeMap<>(levels());
        double time = processors.total - before.processors.total;
        double idle = processors.idle - before.processors.idle;
        if (time > 0) {
            levels.put("hostCpuPercent", WHOLE * Math.max(0, 1 - idle / time));
        }
        List<Disk> grown = new ArrayList<>();
        for (int machine = 0; machine < disks.size(); machine++) {
            grown.add(grown(disks.get(machine), before.disks.get(machine)));
        }
        if (seconds > 0 && grown.stream().allMatch(disk -> disk.reads.count >= 0 && disk.writes.count >= 0)) {
            putDiskLevels(grown, seconds, levels);
        }
        return levels;
    }

    /** Work is that of a machine on average, so that it can be held against what a machine may do. */
    private static void putDiskLevels(List<Disk> machines, double seconds, Map<String, Double> levels) {
        Disk all = machines.stream().reduce(Disk.IDLE, Disk::plus);
        all.putLevels(seconds * machines.size(), levels);
        // Ticks of the kernel and the clock of this process do not agree to the last thousandth.
        levels.put("diskBusyPercent", Math.min(WHOLE, WHOLE * all.busySeconds / seconds));
        if (machines.size() > 1) {
            double most = machines.stream()
                    .mapToDouble(disk -> disk.reads.count + disk.writes.count)
                    .max()
                    .orElseThrow();
            double bytes = machines.stream().mapToDouble(Disk::bytes).max().orElseThrow();
            levels.put("diskIopsBusiest", most / seconds);
            levels.put("diskMBPerSecondBusiest", bytes / BYTES_PER_MB / seconds);
        }
    }

    private static Disk grown(Map<String, Disk> disks, Map<String, Disk> before) {
        Disk all = Disk.IDLE;
        for (Map.Entry<String, Disk> disk : disks.entrySet()) {
            Disk earlier = before.get(disk.getKey());
            all = earlier == null ? all : all.plus(disk.getValue().since(earlier));
        }
        return all;
    }

    /** Counts of the disks that a whole run may be judged by. */
    Map<String, Double> counters() {
        Disk all = disks.stream().flatMap(machine -> machine.values().stream()).reduce(Disk.IDLE, Disk::plus);
        return Map.of(
                "diskReads", all.reads.count,
                "diskWrites", all.writes.count,
                "diskReadBytes", all.reads.bytes,
                "diskWrittenBytes", all.writes.bytes);
    }
}
