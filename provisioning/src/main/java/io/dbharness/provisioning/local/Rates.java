package io.dbharness.provisioning.local;

/**
 * What a disk does a second, reads and writes together; 0 for no limit.
 *
 * @param iops           operations
 * @param bytesPerSecond bytes
 */
record Rates(long iops, long bytesPerSecond) {

    static final Rates UNLIMITED = new Rates(0, 0);

    private static final double MEGABYTE = 1e6;

    boolean isLimited() {
        return iops > 0 || bytesPerSecond > 0;
    }

    /** For people, for example {@code 1,100 IOPS, 125 MB/s}. */
    String text() {
        return iopsText() + " IOPS, " + bandwidthText();
    }

    String iopsText() {
        return iops == 0 ? "unlimited" : String.format(java.util.Locale.ROOT, "%,d", iops);
    }

    String bandwidthText() {
        return bytesPerSecond == 0
                ? "unlimited"
                : String.format(java.util.Locale.ROOT, "%,.4g MB/s", bytesPerSecond / MEGABYTE)
                        .replaceAll("\\.0+ ", " ");
    }
}
