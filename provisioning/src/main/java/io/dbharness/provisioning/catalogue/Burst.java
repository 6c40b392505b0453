package io.dbharness.provisioning.catalogue;

import java.time.Duration;

/**
 * What a disk can do for a while.
 *
 * @param kind how the burst is paid for
 * @param rate while it lasts
 */
public record Burst(Kind kind, Performance rate) {

    /** A full bucket of credits lasts this long at the full burst rate (disk-bursting). */
    public static final Duration FULL_BUCKET = Duration.ofMinutes(30);

    /** The two ways to burst. */
    public enum Kind {
        /** Saved while the disk idles, spent above its base rate; always on. */
        CREDIT("credit"),
        /** Switched on for a disk, charged, without an end. */
        ON_DEMAND("on-demand");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** As in the data file. */
        public String word() {
            return word;
        }
    }
}
