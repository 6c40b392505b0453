package io.dbharness.embedded.postgresql;

import io.dbharness.embedded.Machine;
import io.dbharness.model.Resources;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The server's settings: the fixed ones of {@code postgresql.properties}, and those derived from the machine. They load no statistics
 * extension: {@code pg_stat_statements} takes a lock for each statement, and the harness measures the same figures from outside.
 */
final class PostgresSettings {

    /** Sessions beside those of the load: set-up, server metrics, checks. */
    private static final int SPARE_CONNECTIONS = 10;

    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    /** Every backend maps all of it. Without huge pages each backend's page tables cost 1/512 of it: 2.4 GB for 600 sessions. */
    private static final long MOST_SHARED_BUFFERS = 2 * GIB;

    /** A server below this limit spreads one checkpoint over many minutes instead of writing all the time. */
    private static final long MOST_WAL = 8 * GIB;

    private static final long LEAST_WAL = 64 * MIB;
    /** Parallel queries share memory through {@code /dev/shm}; Docker's default of 64 MiB makes them fail. */
    private static final long ENOUGH_DEV_SHM = 256 * MIB;

    private PostgresSettings() {}

    static Map<String, String> tunedFor(Machine machine, int connections) {
        Map<String, String> settings = new TreeMap<>();
        Resources.properties(PostgresSettings.class, "postgresql.properties")
                .forEach((name, value) -> settings.put(name.toString(), value.toString()));
        long memory = machine.memoryBytes();
        settings.put("shared_buffers", mebibytes(between(16 * MIB, memory / 4, MOST_SHARED_BUFFERS)));
        settings.put("effective_cache_size", mebibytes(memory / 2));
        settings.put("maintenance_work_mem", mebibytes(between(16 * MIB, memory / 16, GIB / 2)));

        // A power of two, so that a few more files on the disk do not change the setting.
        long wal = Long.highestOneBit(between(LEAST_WAL, machine.freeDiskBytes() / 10, MOST_WAL));
        settings.put("max_wal_size", mebibytes(wal));
        settings.put("min_wal_size", mebibytes(between(LEAST_WAL / 2, wal / 4, GIB)));
        settings.put("max_connections", String.valueOf(connections + SPARE_CONNECTIONS));
        if (machine.sharedMemoryBytes() < ENOUGH_DEV_SHM) {
            settings.put("dynamic_shared_memory_type", "sysv");
        }
        return Collections.unmodifiableMap(settings);
    }

    private static long between(long least, long value, long most) {
        return Math.max(least, Math.min(value, most));
    }

    private static String mebibytes(long bytes) {
        return bytes / MIB + "MB";
    }
}
