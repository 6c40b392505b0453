package io.dbharness.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.request.CollectSpec;
import io.dbharness.time.SystemClock;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectorsTest {

    private static int probes(CollectSpec settings, String address) {
        return Collectors.of(settings, address, Optional.empty(), new SystemClock())
                .size();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:5432/postgres",
                "jdbc:postgresql://localhost/tpcc",
                "jdbc:sqlserver://localhost;databaseName=tpcc",
                "jdbc:yugabytedb://[::1]:5433/yugabyte",
                "cassandra://127.0.0.1:9042/ks?datacenter=dc1",
                "file:/data/probe"
            })
    void aTargetOnThisMachineIsWatchedUnlessToldOtherwise(String address) {
        assertThat(probes(CollectSpec.AUTO, address)).isEqualTo(1);
        assertThat(probes(new CollectSpec(false, false, List.of()), address)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db.example/localhost",
                "jdbc:postgresql://localhost.example/tpcc",
                "cassandra://10.127.0.0:9042/ks",
                "sim:service=5ms"
            })
    void aTargetElsewhereIsNot(String address) {
        assertThat(probes(CollectSpec.AUTO, address)).isZero();
        assertThat(probes(new CollectSpec(true, false, List.of()), address)).isEqualTo(1);
        assertThat(probes(new CollectSpec(false, false, List.of(URI.create("http://h:9100/metrics"))), address))
                .isEqualTo(1);
    }
}
