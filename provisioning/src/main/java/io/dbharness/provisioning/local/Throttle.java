package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.local.LocalDisk.Rates;
import io.dbharness.provisioning.local.LocalStepKind.Kind;
import io.dbharness.provisioning.local.LocalStepKind.Names;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The kernel's I/O limiter for block devices, as cgroup v1 or v2. Reads and writes have separate limits.
 *
 * <p>cgroup v2 ({@code io.max}): the root group has no limits, so each group directly below it gets a limit for the device. It does not
 * matter in which of these groups a server or its client runs. Page cache writes are charged to the group that caused them. The kernel's
 * own work, such as writing a journal, is not limited.
 *
 * <p>cgroup v1 ({@code blkio.throttle}): the limit is set in the root group and applies to all I/O of the device. Version 1 charges all
 * page cache writes to the root group, so a limit in another group would miss most of a database's writes.
 *
 * @param word form of the limiter, for the ledger, the keeper and messages
 * @param root mount point of the control groups
 */
record Throttle(String word, Path root) {

    static final String VERSION_2 = "io.max";
    static final String VERSION_1 = "blkio.throttle";

    private static final String CONTROLLER = "io";
    private static final List<String> VERSION_1_FILES =
            List.of("read_iops_device", "write_iops_device", "read_bps_device", "write_bps_device");

    Throttle {
        if (!List.of(VERSION_1, VERSION_2).contains(word)) {
            throw new HarnessException("unknown throttle: " + word);
        }
    }

    /** Returns the limiter of this machine. */
    static Throttle here() throws IOException {
        return find(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/mounts"))
                .orElseThrow(
                        () -> new HarnessException(
                                "this system limits no block device: it has neither cgroup v2 with the controller io nor"
                                        + " cgroup v1 with blkio.throttle under /sys/fs/cgroup; in a container, run on the host"));
    }

    static Optional<Throttle> find(Path unified, Path mounts) throws IOException {
        if (SubtreeControl.at(unified).offers(CONTROLLER)) {
            return Optional.of(new Throttle(VERSION_2, unified));
        }
        return Files.readAllLines(mounts).stream()
                .map(line -> line.split(" ", -1))
                .filter(words -> words.length > 1 && words[0].startsWith("cgroup"))
                .map(words -> new Throttle(VERSION_1, Path.of(words[1])))
                .filter(throttle -> Files.isWritable(throttle.file(VERSION_1_FILES.get(0))))
                .findFirst();
    }

    private Path file(String name) {
        return root.resolve(VERSION_1 + "." + name);
    }

    private List<Path> files() throws IOException {
        if (word.equals(VERSION_1)) {
            return VERSION_1_FILES.stream().map(this::file).toList();
        }
        try (Stream<Path> groups = Files.list(root)) {
            return groups.map(group -> group.resolve(VERSION_2))
                    .filter(Files::isWritable)
                    .toList();
        }
    }

    /**
     * Enables the controller if needed. Returns the argument of {@link SubtreeControl#disable} that reverts this; empty if nothing changed.
     */
    String enable() throws IOException {
        return word.equals(VERSION_2) ? SubtreeControl.at(root).enable(CONTROLLER) : "";
    }

    /** Limits the reads of a device {@code MAJOR:MINOR} to {@code rates}, and its writes to the same rates. */
    void limit(String device, Rates rates) throws IOException {
        String iops = rates.iops() == 0 ? "max" : String.valueOf(rates.iops());
        String bandwidth = rates.bytesPerSecond() == 0 ? "max" : String.valueOf(rates.bytesPerSecond());
        for (Path file : files()) {
            // In version 1, 0 means no limit.
            long value = file.toString().endsWith("iops_device") ? rates.iops() : rates.bytesPerSecond();
            Files.writeString(
                    file,
                    word.equals(VERSION_1)
                            ? device + " " + value
                            : device + " rbps=" + bandwidth + " wbps=" + bandwidth + " riops=" + iops + " wiops="
                                    + iops);
        }
    }

    /** Returns true if the device has a limit. */
    boolean limits(String device) throws IOException {
        for (Path file : files()) {
            if (Files.readAllLines(file).stream().anyMatch(line -> line.startsWith(device + " "))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The controllers of cgroup v2 that are enabled for the groups directly below the root.
     *
     * @param offered file that lists the available controllers
     * @param chosen  file that lists the enabled controllers and accepts {@code +NAME} and {@code -NAME}
     */
    record SubtreeControl(Path offered, Path chosen) {

        static SubtreeControl at(Path root) {
            return new SubtreeControl(root.resolve("cgroup.controllers"), root.resolve("cgroup.subtree_control"));
        }

        boolean offers(String controller) throws IOException {
            return Files.isRegularFile(offered) && words(offered).contains(controller);
        }

        /** Enables a controller. Returns the text that disables it again; empty if it was enabled before. */
        String enable(String controller) throws IOException {
            if (words(chosen).contains(controller)) {
                return "";
            }
            Files.writeString(chosen, "+" + controller);
            return "-" + controller;
        }

        /** Reverts {@link #enable}, given its return value. */
        void disable(String enabled) throws IOException {
            if (!enabled.isEmpty()) {
                Files.writeString(chosen, enabled);
            }
        }

        private static List<String> words(Path file) throws IOException {
            return List.of(Files.readString(file).strip().split("\\s+", -1));
        }
    }

    /** Sets the initial rates of a disk, until its keeper changes them. */
    static final class LimitPart implements LocalStepKind {

        @Override
        public Map<String, String> apply(Step step, Facts earlier) throws IOException {
            Throttle throttle = Throttle.here();
            String enabled = throttle.enable();
            throttle.limit(numbers(step, earlier).orElseThrow(), rates(step));
            return Map.of(
                    Names.THROTTLE, throttle.word(), Names.ROOT, throttle.root().toString(), Names.ENABLED, enabled);
        }

        /** Lifts the limit before the disk is unmounted, so that a server can stop and write its remaining data quickly. */
        @Override
        public void undo(Step step, Facts facts) throws IOException {
            Optional<String> numbers = numbers(step, facts);
            if (numbers.isPresent()) {
                Throttle throttle = throttle(step, facts);
                throttle.limit(numbers.get(), Rates.UNLIMITED);
                SubtreeControl.at(throttle.root())
                        .disable(facts.of(step.id(), Names.ENABLED).orElse(""));
            }
        }

        @Override
        public boolean isThere(Step step, Facts facts) throws IOException {
            Optional<String> numbers = numbers(step, facts);
            return numbers.isPresent() && throttle(step, facts).limits(numbers.get());
        }

        private static Rates rates(Step step) {
            return new Rates(Long.parseLong(step.argument(Names.IOPS)), Long.parseLong(step.argument(Names.BANDWIDTH)));
        }

        private static Throttle throttle(Step step, Facts facts) throws IOException {
            Optional<String> word = facts.of(step.id(), Names.THROTTLE);
            return word.isPresent()
                    ? new Throttle(word.get(), Path.of(facts.text(step.id(), Names.ROOT)))
                    : Throttle.here();
        }

        private static Optional<String> numbers(Step step, Facts facts) {
            return facts.of(Kind.LOOP.beside(step), Names.NUMBERS);
        }
    }
}
