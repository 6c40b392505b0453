package io.dbharness.sut;

/**
 * The needs of a command, for a preflight.
 *
 * @param access   to the database
 * @param sessions the most sessions that are measured at once; 0 for a load alone
 * @param loaders  the connections to load with; 0 if nothing is loaded
 * @param bytes    the size of the data set to load; 0 if nothing is loaded or the size is unknown
 */
public record Needs(Access access, int sessions, int loaders, long bytes) {

    /** The access of a command to the database; each includes those before it. */
    public enum Access {
        READ,
        WRITE,
        /** Makes tables and fills them. */
        LOAD
    }

    /** The most connections that are open at once. A load has three beside its loaders: for its lock, its marker and its steps. */
    public int connections() {
        return Math.max(sessions, loaders == 0 ? 0 : loaders + 3);
    }
}
