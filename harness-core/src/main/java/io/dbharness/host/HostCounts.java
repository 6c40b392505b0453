package io.dbharness.host;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;

/**
 * What the machine, or several machines together, have counted since they started.
 *
 * @param processors time of the processors
 * @param memory     as it is now
 * @param disks      by their names
 */
record HostCounts(Processors processors, Memory memory, Map<String, Disk> disks) {

    private static final double WHOLE = 100;
    private static final double BYTES_PER_MB = 1e6;
    private static final double MILLIS = 1e3;

    HostCounts {
        disks = Map.copyOf(disks);
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
     * What a disk did.
     *
     * @param reads        that ended
     * @param writes       that ended
     * @param readBytes    by them
     * @param writtenBytes by them
     * @param readSeconds  that they took, added up
     * @param writeSeconds that they took, added up
     * @param queueSeconds time × reads and writes outstanding
     * @param busySeconds  with anything outstanding; of several disks, of the busiest
     */
    record Disk(
            double reads,
            double writes,
            double readBytes,
            double writtenBytes,
            double readSeconds,
            double writeSeconds,
            double queueSeconds,
            double busySeconds) {

        static final Disk IDLE = new Disk(0, 0, 0, 0, 0, 0, 0, 0);

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
                    work.applyAsDouble(reads, other.reads),
                    work.applyAsDouble(writes, other.writes),
                    work.applyAsDouble(readBytes, other.readBytes),
                    work.applyAsDouble(writtenBytes, other.writtenBytes),
                    work.applyAsDouble(readSeconds, other.readSeconds),
                    work.applyAsDouble(writeSeconds, other.writeSeconds),
                    work.applyAsDouble(queueSeconds, other.queueSeconds),
                    busy.applyAsDouble(busySeconds, other.busySeconds));
        }

        private void putLevels(double seconds, Map<String, Double> levels) {
            double each = reads + writes;
            levels.put("diskReadsPerSecond", reads / seconds);
            levels.put("diskWritesPerSecond", writes / seconds);
            levels.put("diskIops", each / seconds);
            levels.put("diskReadMBPerSecond", readBytes / BYTES_PER_MB / seconds);
            levels.put("diskWriteMBPerSecond", writtenBytes / BYTES_PER_MB / seconds);
            levels.put("diskMBPerSecond", (readBytes + writtenBytes) / BYTES_PER_MB / seconds);
            levels.put("diskQueue", queueSeconds / seconds);
            // Ticks of the kernel and the clock of this process do not agree to the last thousandth.
            levels.put("diskBusyPercent", Math.min(WHOLE, WHOLE * busySeconds / seconds));
            latency("diskLatencyMillis", readSeconds + writeSeconds, each, levels);
            latency("diskReadLatencyMillis", readSeconds, reads, levels);
            latency("diskWriteLatencyMillis", writeSeconds, writes, levels);
        }

        private static void latency(String name, double seconds, double operations, Map<String, Double> levels) {
            if (operations > 0) {
                levels.put(name, MILLIS * seconds / operations);
            }
        }
    }

    /** Several machines as one; their disks must have different names. */
    HostCounts plus(HostCounts other) {
        Map<String, Disk> all = new TreeMap<>(disks);
        all.putAll(other.disks);
        return new HostCounts(
                new Processors(processors.total + other.processors.total, processors.idle + other.processors.idle),
                new Memory(memory.total + other.memory.total, memory.available + other.memory.available),
                all);
    }

    /** What can be said of one moment. */
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
        Disk grown = grown(before);
        if (seconds > 0 && grown.reads >= 0 && grown.writes >= 0) {
            grown.putLevels(seconds, levels);
        }
        return levels;
    }

    private Disk grown(HostCounts before) {
        Disk all = Disk.IDLE;
        for (Map.Entry<String, Disk> disk : disks.entrySet()) {
            Disk earlier = before.disks.get(disk.getKey());
            all = earlier == null ? all : all.plus(disk.getValue().since(earlier));
        }
        return all;
    }

    /** Counts of the disks that a whole run may be judged by. */
    Map<String, Double> counters() {
        Disk all = disks.values().stream().reduce(Disk.IDLE, Disk::plus);
        return Map.of(
                "diskReads", all.reads,
                "diskWrites", all.writes,
                "diskReadBytes", all.readBytes,
                "diskWrittenBytes", all.writtenBytes);
    }
}
