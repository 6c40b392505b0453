package io.dbharness.provisioning.catalogue;

/**
 * What may be bought of a disk whose IOPS and MB/s are set apart from its size.
 *
 * @param type     of the disk
 * @param minGib   smallest disk
 * @param maxGib   largest disk
 * @param perGib   IOPS that a GiB allows
 * @param perIops  MB/s that an operation a second allows
 * @param least    always allowed, and the least that can be asked for
 * @param most     never exceeded
 * @param baseline whether {@code least} comes without being asked for
 * @param source   of the figures
 */
public record ProvisionedRange(
        DiskType type,
        long minGib,
        long maxGib,
        long perGib,
        double perIops,
        Performance least,
        Performance most,
        boolean baseline,
        Source source) {

    /** The most IOPS that a disk of this size may have. */
    public long maxIops(long gib) {
        return Math.max(least.iops(), Math.min(most.iops(), perGib * gib));
    }

    /** The most MB/s that a disk with so many IOPS may have. */
    public long maxMegabytesPerSecond(long iops) {
        return Math.max(least.megabytesPerSecond(), Math.min(most.megabytesPerSecond(), (long) (perIops * iops)));
    }

    /** The smallest size, GiB, that allows so many IOPS. */
    public long gibFor(long iops) {
        return Math.max(minGib, (iops + perGib - 1) / perGib);
    }
}
