package io.dbharness.jdbc.dialect.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresqlFactsTest {

    private static final Map<String, String> DURABLE =
            Map.of("fsync", "on", "full_page_writes", "on", "synchronous_commit", "on");

    @Test
    void aDurableServerHasNoCaveat() {
        assertThat(PostgresqlDialect.caveats(DURABLE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "full_page_writes", "synchronous_commit"})
    void aServerThatMayLoseCommitsIsSuspect(String setting) {
        Map<String, String> settings = new HashMap<>(DURABLE);
        settings.put(setting, "off");

        assertThat(PostgresqlDialect.caveats(settings))
                .containsExactly(Caveat.suspect(
                        "NOT_DURABLE",
                        setting + " is off: a crash can lose transactions that this run counts as committed"));
        assertThat(PostgresqlDialect.caveats(settings))
                .extracting(Caveat::severity)
                .containsOnly(Severity.SUSPECT);
    }
}
