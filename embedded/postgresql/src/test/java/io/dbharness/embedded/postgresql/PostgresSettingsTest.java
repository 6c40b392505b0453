package io.dbharness.embedded.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.embedded.Machine;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PostgresSettingsTest {

    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private static Map<String, String> on(long memory, long disk) {
        return PostgresSettings.tunedFor(new Machine(memory, disk, GIB), 100);
    }

    @Test
    void takesAQuarterOfASmallMachineAndNoMoreThanTwoGibibytesOfALargeOne() {
        assertThat(on(GIB, 100 * GIB))
                .containsEntry("shared_buffers", "256MB")
                .containsEntry("effective_cache_size", "512MB")
                .containsEntry("maintenance_work_mem", "64MB");
        assertThat(on(256 * GIB, 100 * GIB))
                .containsEntry("shared_buffers", "2048MB")
                .containsEntry("maintenance_work_mem", "512MB");
    }

    @Test
    void keepsTheWriteAheadLogToATenthOfTheFreeDisk() {
        assertThat(on(GIB, 1000 * GIB)).containsEntry("max_wal_size", "8192MB").containsEntry("min_wal_size", "1024MB");
        assertThat(on(GIB, 66 * GIB)).isEqualTo(on(GIB, 67 * GIB)).containsEntry("max_wal_size", "4096MB");
        assertThat(on(GIB, 10 * GIB)).containsEntry("max_wal_size", "1024MB").containsEntry("min_wal_size", "256MB");
        assertThat(on(GIB, 500 * MIB)).containsEntry("max_wal_size", "64MB").containsEntry("min_wal_size", "32MB");
    }

    @Test
    void durabilityDoesNotDependOnTheMachine() {
        assertThat(on(128 * MIB, 100 * MIB))
                .containsEntry("fsync", "on")
                .containsEntry("synchronous_commit", "on")
                .containsEntry("full_page_writes", "on");
    }

    @Test
    void avoidsTheSmallSharedMemoryOfContainers() {
        assertThat(on(GIB, GIB)).doesNotContainKey("dynamic_shared_memory_type");
        assertThat(PostgresSettings.tunedFor(new Machine(GIB, GIB, 64 * MIB), 100))
                .containsEntry("dynamic_shared_memory_type", "sysv");
    }
}
