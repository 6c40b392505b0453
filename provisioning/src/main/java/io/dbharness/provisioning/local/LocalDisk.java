package io.dbharness.provisioning.local;

import io.dbharness.provisioning.file.FileSystem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One disk to be made.
 *
 * @param subject    whose it is
 * @param imitates   what it stands for, for example {@code P15}; empty when its rates were given as numbers
 * @param sustained  its rates
 * @param burst      its rates while it has credits; the sustained ones when it has none
 * @param full       how long a full account of credits lasts at the full burst rates; zero when it has none
 * @param bytes      its size
 * @param fileSystem what it is formatted with
 * @param options    of its mount
 * @param memory     what the servers on it may use in bytes, page cache included; empty for all that there is
 */
record LocalDisk(
        String subject,
        String imitates,
        Rates sustained,
        Rates burst,
        Duration full,
        long bytes,
        FileSystem fileSystem,
        String options,
        OptionalLong memory) {

    private static final double GIB = 1L << 30;

    /** Where its image is. */
    Path image(Path directory) {
        return directory.resolve(subject + ".img");
    }

    /** Where it is mounted. */
    Path mountPoint(Path directory) {
        return directory.resolve(subject);
    }

    boolean isLimited() {
        return sustained.isLimited();
    }

    boolean bursts() {
        return !full.isZero();
    }

    /** What is worth knowing before a measurement, one sentence. */
    Optional<String> remark() {
        if (!bursts()) {
            return Optional.empty();
        }
        return Optional.of(subject + " bursts to " + burst.text() + " for " + full.toSeconds()
                + " s from a full account of credits, then does " + sustained.text()
                + "; a measurement across that moment measures two disks");
    }

    /** For people, in the order to be shown. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Disk", imitates.isEmpty() ? "local" : "local, as " + imitates);
        facts.put("IOPS", bursts() ? sustained.iopsText() + " (" + burst.iopsText() + " burst)" : sustained.iopsText());
        facts.put(
                "Bandwidth",
                bursts()
                        ? sustained.bandwidthText() + " (" + burst.bandwidthText() + " burst)"
                        : sustained.bandwidthText());
        facts.put("Size", gibibytes(bytes));
        facts.put("File system", fileSystem.word());
        memory.ifPresent(most -> facts.put("Memory of servers", gibibytes(most)));
        return facts;
    }

    private static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.4g GiB", bytes / GIB).replaceAll("\\.?0+ ", " ");
    }
}
