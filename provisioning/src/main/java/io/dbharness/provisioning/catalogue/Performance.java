package io.dbharness.provisioning.catalogue;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.Locale;

/**
 * The sustained performance of a disk or a machine.
 *
 * @param iops               operations a second, at least 0
 * @param megabytesPerSecond 10^6 bytes a second, at least 0
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record Performance(long iops, long megabytesPerSecond) {

    /** Zero performance. */
    public static final Performance NONE = new Performance(0, 0);

    public Performance {
        if (iops < 0 || megabytesPerSecond < 0) {
            throw new IllegalArgumentException("negative performance: " + iops + ", " + megabytesPerSecond);
        }
    }

    /** Returns the sum of both. */
    public Performance plus(Performance other) {
        return new Performance(iops + other.iops, megabytesPerSecond + other.megabytesPerSecond);
    }

    /** Returns the lower of each figure. */
    public Performance atMost(Performance cap) {
        return new Performance(Math.min(iops, cap.iops), Math.min(megabytesPerSecond, cap.megabytesPerSecond));
    }

    /** Returns true if neither figure exceeds that of {@code cap}. */
    public boolean within(Performance cap) {
        return iops <= cap.iops && megabytesPerSecond <= cap.megabytesPerSecond;
    }

    /** Formats the figures for display: {@code 1,100 IOPS, 125 MB/s}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,d IOPS, %,d MB/s", iops, megabytesPerSecond);
    }
}
