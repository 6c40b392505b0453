package io.dbharness.jdbc.dialect.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.jdbc.dataset.Schema;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The dialect at work against as much of the protocol as it needs. */
class SqlserverDialectTest {

    private static JdbcTarget target(TdsServer server, String isolation) {
        return new JdbcTargetProvider()
                .open(new TargetSpec(
                        server.url(),
                        Optional.of("sa"),
                        Optional.of(Secret.of("x")),
                        Optional.empty(),
                        Map.of("isolation", isolation)));
    }

    /** COUNT is an int there: 7,160 warehouses have more order lines than that. */
    @Test
    void moreRowsThanAnIntHoldsAreCounted() throws Exception {
        try (TdsServer server = new TdsServer(Map.of(), Map.of("COUNT_BIG(*)", "3000000000"));
                JdbcTarget target = target(server, "read-committed")) {
            assertThat(new Schema(target).rows("order_line")).isEqualTo(3_000_000_000L);
            assertThat(server.failures).isEmpty();
        }
    }
}
