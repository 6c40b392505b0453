package io.dbharness.provisioning.catalogue;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A request for one or several equal data disks; several are striped.
 *
 * @param name    name in messages
 * @param type    disk type
 * @param count   number of disks, at least 1
 * @param gib     size of each disk, GiB
 * @param bought  IOPS and MB/s of each disk, for types that provision them separately from the size
 * @param caching host caching
 * @param extras  options that only some types offer
 */
public record DataDisks(
        String name, DiskType type, int count, long gib, Bought bought, Caching caching, Extras extras) {

    /**
     * Performance provisioned separately from the size.
     *
     * @param iops               empty: the type's default
     * @param megabytesPerSecond empty: the type's default
     */
    public record Bought(Optional<Long> iops, Optional<Long> megabytesPerSecond) {

        /** No provisioned performance. */
        public static final Bought NOTHING = new Bought(Optional.empty(), Optional.empty());
    }

    /**
     * Options that only some disk types offer.
     *
     * @param sectorBytes       logical sector size, bytes; empty: the type's default
     * @param performancePlus   Performance Plus: more performance for large disks, free of charge
     * @param onDemandBursting  on-demand bursting of large Premium SSDs, charged
     * @param tier              performance tier of a larger Premium SSD, charged as that tier
     */
    public record Extras(
            Optional<Integer> sectorBytes, boolean performancePlus, boolean onDemandBursting, Optional<String> tier) {

        /** No options. */
        public static final Extras NONE = new Extras(Optional.empty(), false, false, Optional.empty());
    }

    /** Host caching of a disk. */
    public enum Caching {
        NONE,
        READ_ONLY,
        READ_WRITE;

        /** Returns the name in files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Finds a caching mode by its name. */
        public static Optional<Caching> of(String text) {
            return Arrays.stream(values()).filter(c -> c.word().equals(text)).findFirst();
        }
    }
}
