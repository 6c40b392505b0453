package io.dbharness.machine;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Facts about this machine that affect measurements. A fact that the system does not report is empty.
 *
 * @param processors processors of the machine, as a list such as {@code 0-3}
 * @param governors  governors that control the frequency of the processors
 * @param clocks     clock sources
 * @param hugePages  mode of transparent huge pages: always, madvise or never
 * @param swap       swap space
 * @param stealShare share of the processor time since boot that the hypervisor took, 0 to 1
 * @param limits     limits of the control groups
 */
public record MachineFacts(
        Optional<String> processors,
        List<String> governors,
        Clocks clocks,
        Optional<String> hugePages,
        Swap swap,
        Optional<Double> stealShare,
        Limits limits) {

    private static final Logger LOG = LoggerFactory.getLogger(MachineFacts.class);
    private static final String PROCESSORS = "/sys/devices/system/cpu";
    private static final String CLOCKS = "/sys/devices/system/clocksource/clocksource0/";
    private static final String MEMORY = "/proc/meminfo";
    private static final long BYTES_PER_KB = 1024;
    private static final int PERCENT = 100;

    /**
     * Clock sources.
     *
     * @param current in use
     * @param others  other available ones
     */
    public record Clocks(Optional<String> current, List<String> others) {

        private static Clocks read(SystemFiles files) {
            Optional<String> current = files.text(CLOCKS + "current_clocksource");
            return new Clocks(
                    current,
                    files.text(CLOCKS + "available_clocksource").stream()
                            .flatMap(names -> List.of(names.split("\\s+", -1)).stream())
                            .filter(name -> !Optional.of(name).equals(current))
                            .toList());
        }
    }

    /**
     * Swap space.
     *
     * @param bytes     size in bytes
     * @param usedBytes used part in bytes
     */
    public record Swap(OptionalLong bytes, OptionalLong usedBytes) {

        private static Swap read(SystemFiles files) {
            OptionalLong swap = kilobytes(files, "SwapTotal:");
            OptionalLong free = kilobytes(files, "SwapFree:");
            return new Swap(
                    swap,
                    swap.isPresent() && free.isPresent()
                            ? OptionalLong.of(swap.getAsLong() - free.getAsLong())
                            : OptionalLong.empty());
        }
    }

    /**
     * Limits of the control groups.
     *
     * @param cpu    processor time that they allow, in processors
     * @param cpuSet processors that they allow; the amount is their number
     * @param memory memory that they allow, in bytes
     */
    public record Limits(Optional<Limit> cpu, Optional<Limit> cpuSet, Optional<Limit> memory) {

        private static Limits read(SystemFiles files) {
            ControlGroups groups = new ControlGroups(files);
            return new Limits(groups.processors(), groups.processorSet(), groups.memory());
        }
    }

    /** Reads the facts from the files of the system. */
    public static MachineFacts read(SystemFiles files) {
        return new MachineFacts(
                files.text(PROCESSORS + "/online"),
                files.list(PROCESSORS, "cpu[0-9]*").stream()
                        .flatMap(cpu -> files.text(cpu + "/cpufreq/scaling_governor").stream())
                        .distinct()
                        .sorted()
                        .toList(),
                Clocks.read(files),
                files.text("/sys/kernel/mm/transparent_hugepage/enabled").map(MachineFacts::chosen),
                Swap.read(files),
                times(files).map(ProcessorTimes::stealShare),
                Limits.read(files));
    }

    /** Returns the processor times since boot; empty if the system does not report them. */
    public static Optional<ProcessorTimes> times(SystemFiles files) {
        try {
            return Optional.of(ProcessorTimes.read(files.at("/proc")));
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            LOG.debug("the system does not report it: {}", e.toString());
            return Optional.empty();
        }
    }

    /** Returns how many times a processor quota throttled the process's groups since they were created. */
    public static long throttled(SystemFiles files) {
        return new ControlGroups(files).throttled();
    }

    /** Returns the number of processors of the machine; 0 if the system does not report it. */
    public int processorCount() {
        return processors.map(ControlGroups::count).orElse(0);
    }

    /**
     * Returns facts for a result, by name. They contain no path and no group name. Steal is rounded to a whole percent, so that two results
     * rarely differ by it alone.
     */
    Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        if (processorCount() > 0) {
            facts.put("machineCpus", Integer.toString(processorCount()));
        }
        if (!governors.isEmpty()) {
            facts.put("cpuGovernor", String.join(", ", governors));
        }
        clocks.current.ifPresent(clock -> facts.put("clockSource", clock));
        hugePages.ifPresent(word -> facts.put("transparentHugePages", word));
        swap.bytes.ifPresent(bytes -> facts.put("swapBytes", Long.toString(bytes)));
        stealShare.ifPresent(share -> facts.put("stealPercentSinceBoot", whole(PERCENT * share)));
        limits.cpu.ifPresent(limit -> facts.put("cgroupCpus", limit.isNone() ? limit.text() : number(limit.amount())));
        limits.cpuSet.ifPresent(limit -> facts.put("cgroupCpuset", limit.text()));
        limits.memory.ifPresent(limit ->
                facts.put("cgroupMemoryBytes", limit.isNone() ? limit.text() : Long.toString((long) limit.amount())));
        return facts;
    }

    private static OptionalLong kilobytes(SystemFiles files, String name) {
        OptionalLong found = files.number(MEMORY, name);
        return found.isPresent() ? OptionalLong.of(found.getAsLong() * BYTES_PER_KB) : found;
    }

    /** Returns the word in brackets, as in {@code always [madvise] never}. */
    private static String chosen(String words) {
        int from = words.indexOf('[');
        int to = words.indexOf(']', from + 1);
        return from < 0 || to < 0 ? words : words.substring(from + 1, to);
    }

    private static String whole(double value) {
        return Long.toString(Math.round(value));
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }
}
