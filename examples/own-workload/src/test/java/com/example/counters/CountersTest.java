package com.example.counters;

import static io.dbharness.junit.RunAssertions.assertThat;

import io.dbharness.junit.RunWorkload;
import io.dbharness.result.RunResult;
import org.junit.jupiter.api.Test;

class CountersTest {

    @Test
    @RunWorkload(value = "counters", options = {"counters=100", "warmup=1s", "duration=3s"})
    void noAdditionIsLost(RunResult result) {
        assertThat(result).isValid().errors().isLessThanOrEqualTo(0).throughput().isGreaterThan(1);
    }

    @Test
    @RunWorkload(value = "counters", options = {"connections=4", "warmup=0", "duration=30s"}, target = "sim:service=2ms")
    void aSimulationServesItToo(RunResult result) {
        assertThat(result).isNotSuspect().satisfies("p99(Add) between 2ms and 2.1ms and throughput between 1900 and 2100");
    }
}
