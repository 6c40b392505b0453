package io.dbharness.embedded.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RingSpecTest {

    private static RingSpec ring(Map<String, String> options) {
        return RingSpec.of(new TargetSpec(
                EmbeddedCassandraProvider.URL, Optional.empty(), Optional.empty(), Optional.empty(), options));
    }

    @Test
    void settingsFollowTheLinesInTheOrderOfTheirNames() {
        assertThat(ring(Map.of(
                                "settings", "auto_snapshot: true",
                                "setting.concurrent_reads", "16",
                                "setting.commitlog_sync_period", "2s"))
                        .yaml())
                .isEqualTo("auto_snapshot: true\ncommitlog_sync_period: 2s\nconcurrent_reads: 16\n");
    }

    @Test
    void aSettingThatMakesTheRingIsRefused() {
        assertThatThrownBy(() -> ring(Map.of("setting.native_transport_port", "1234")))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "--server-setting native_transport_port is set by the harness for its own server; leave it out");
    }

    @Test
    void anAuthenticatorAmongTheSettingsReplacesTheLogin() {
        assertThat(ring(Map.of("setting.authenticator", "AllowAllAuthenticator"))
                        .ownLogin())
                .isTrue();
        assertThat(ring(Map.of()).ownLogin()).isFalse();
    }

    @Test
    void aSettingThatTheNodeRefusesIsWrongUsage() {
        RingSpec ring = ring(Map.of("setting.nonsense_setting", "7", "setting.concurrent_reads", "many"));
        HarnessException failure = new HarnessException("did not start");

        assertThat(ring.explained(
                        failure,
                        List.of(
                                "ERROR [main] CassandraDaemon.java:887 - Exception encountered during startup: Invalid yaml."
                                        + " Please remove properties [nonsense_setting] from your cassandra.yaml")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--server-setting nonsense_setting=7 is refused by the server: Invalid yaml. Please remove"
                        + " properties [nonsense_setting] from your cassandra.yaml");
        assertThat(ring.explained(
                        failure,
                        List.of(
                                "Exception (ConfigurationException) encountered during startup: Invalid yaml: file:/node1",
                                "Caused by: Cannot create property=concurrent_reads for JavaBean=Config@24569dba",
                                "    concurrent_reads: many")))
                .hasMessage("--server-setting concurrent_reads=many is refused by the server: Cannot create"
                        + " property=concurrent_reads for JavaBean=Config@24569dba");
        assertThat(ring.explained(failure, List.of("java.net.BindException"))).isSameAs(failure);
    }
}
