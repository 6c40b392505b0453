package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.TerminalInputs;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TerminalSourceTest {

    private static final TpccTransactions TRANSACTIONS = Mode.COMPOUND.transactions(
            ServiceLoader.load(Dialect.class).findFirst().orElseThrow());

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

    /** Or several clients with one seed would order the same at the same time. */
    @Test
    void terminalsOfTwoRangesDiffer() {
        TerminalInputs first =
                terminals(new WarehouseRange(1, 5, 10)).inputs(3, new Seed(42), new RunConstants(1, 2, 3));
        TerminalInputs second =
                terminals(new WarehouseRange(6, 10, 10)).inputs(3, new Seed(42), new RunConstants(1, 2, 3));

        assertThat(Stream.generate(first::delivery)
                        .limit(50)
                        .map(DeliveryInput::carrier)
                        .toList())
                .isNotEqualTo(Stream.generate(second::delivery)
                        .limit(50)
                        .map(DeliveryInput::carrier)
                        .toList());
    }

    private static Terminals terminals(WarehouseRange range) {
        return new Terminals(range, false, 10, TransactionMix.parse("deck"), Cardinality.SPECIFIED);
    }

    private static List<Invocation<JdbcSession>> invocations(int user, long seed) {
        RunConstants constants = RunConstants.draw(17, new Seed(seed));
        OperationSource<JdbcSession> source =
                Terminals.all(5, Cardinality.SPECIFIED).source(user, TRANSACTIONS, new Seed(seed), constants);
        return Stream.generate(source::next).limit(500).toList();
    }
}
