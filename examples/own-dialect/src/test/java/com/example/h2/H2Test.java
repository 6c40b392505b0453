package com.example.h2;

import static io.dbharness.junit.RunAssertions.assertThat;

import io.dbharness.junit.RunWorkload;
import io.dbharness.result.RunResult;
import org.junit.jupiter.api.Test;

class H2Test {

    private static final String MEMORY = "jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1";

    @Test
    @RunWorkload(
            value = "sysbench point-select",
            options = {"tables=2", "table-size=10000", "connections=2", "warmup=1s", "duration=3s"},
            target = MEMORY)
    void readsRowsByTheirKey(RunResult result) {
        assertThat(result).isValid().errors().isLessThanOrEqualTo(0).throughput().isGreaterThan(100);
    }

    /** In other tables than the test above: what a test has loaded makes room for what the next one needs. */
    @Test
    @RunWorkload(
            value = "sysbench insert",
            options = {"tables=2", "table-size=5000", "connections=2", "warmup=1s", "duration=3s"},
            target = MEMORY)
    void insertsRowsThatTheChecksFindAgain(RunResult result) {
        assertThat(result).isValid().errors().isLessThanOrEqualTo(0).throughput().isGreaterThan(10);
    }

    /** Workloads that know nothing of H2 still run where they did. */
    @Test
    @RunWorkload(value = "insert-delete", options = {"warmup=0", "duration=30s"}, target = "sim:service=2ms")
    void othersAreNotDisturbed(RunResult result) {
        assertThat(result).isNotSuspect();
    }
}
