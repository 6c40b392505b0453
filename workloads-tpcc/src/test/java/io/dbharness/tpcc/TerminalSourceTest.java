package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.operation.TransactionStatement;
import io.dbharness.workload.Invocation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TerminalSourceTest {

    private static final SqlCatalog<TransactionStatement> SQL =
            SqlCatalog.load(TransactionStatement.class, Tpcc.class, "tpcc/sql", List.of("postgresql", "ansi"));

    @Test
    void theSameSeedGivesAUserTheSameInvocations() {
        assertThat(invocations(3, 42)).isEqualTo(invocations(3, 42));
    }

    @Test
    void usersAndSeedsDiffer() {
        assertThat(invocations(3, 42)).isNotEqualTo(invocations(4, 42)).isNotEqualTo(invocations(3, 43));
    }

    /** Users 3 and 8 share the home warehouse, so only their streams can tell them apart. */
    @Test
    void terminalsOfOneWarehouseDiffer() {
        assertThat(invocations(3, 42)).isNotEqualTo(invocations(8, 42));
    }

    private static List<Invocation<JdbcSession>> invocations(int user, long seed) {
        RunConstants constants = RunConstants.draw(17, new Seed(seed));
        TerminalSource source = new TerminalSource(SQL, user, 5, new TerminalSource.Run(new Seed(seed), constants));
        return Stream.generate(source::next).limit(500).toList();
    }
}
