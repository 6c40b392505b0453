package io.dbharness.provisioning.catalogue;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * One or several equal data disks that somebody wants; several are striped.
 *
 * @param name    for messages
 * @param type    of disk
 * @param count   how many, at least 1
 * @param gib     size of each, GiB
 * @param bought  IOPS and MB/s of each, where they are bought apart from the size
 * @param caching by the host
 * @param extras  that some types offer
 */
public record DiskAsk(String name, DiskType type, int count, long gib, Bought bought, Caching caching, Extras extras) {

    /**
     * What is bought apart from the size.
     *
     * @param iops               empty: the type's own
     * @param megabytesPerSecond empty: the type's own
     */
    public record Bought(Optional<Long> iops, Optional<Long> megabytesPerSecond) {

        /** Nothing. */
        public static final Bought NOTHING = new Bought(Optional.empty(), Optional.empty());
    }

    /**
     * What only some types offer.
     *
     * @param sectorBytes       logical sector size; empty: the type's own
     * @param performancePlus   more of a large disk, free of charge
     * @param onDemandBursting  more of a large Premium SSD, charged
     * @param tier              performance of a larger Premium SSD, charged as that one
     */
    public record Extras(
            Optional<Integer> sectorBytes, boolean performancePlus, boolean onDemandBursting, Optional<String> tier) {

        /** None of them. */
        public static final Extras NONE = new Extras(Optional.empty(), false, false, Optional.empty());
    }

    /** What the host caches of a disk. */
    public enum Caching {
        NONE,
        READ_ONLY,
        READ_WRITE;

        /** As in a file. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** By its word. */
        public static Optional<Caching> of(String text) {
            return Arrays.stream(values()).filter(c -> c.word().equals(text)).findFirst();
        }
    }
}
