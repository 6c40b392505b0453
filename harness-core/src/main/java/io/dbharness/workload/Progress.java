package io.dbharness.workload;

/** Receives the progress of long work. Thread-safe. */
@FunctionalInterface
public interface Progress {

    /** Ignores all of it. */
    Progress SILENT = (phase, done, total, unit) -> {};

    /**
     * Reports progress; cheap enough to call often.
     *
     * @param phase what is being done, for example {@code load}
     * @param done  units done so far in this phase
     * @param total units in this phase
     * @param unit  for example {@code rows}
     */
    void advance(String phase, long done, long total, String unit);
}
