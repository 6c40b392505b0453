package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.sysbench.input.KeyDistribution;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Draws one user's transactions. One thread. */
public final class TransactionSource implements OperationSource<JdbcSession> {

    private final Transactions transactions;
    private final Draws draws;
    private final int statements;

    public TransactionSource(Transactions transactions, KeyDistribution keys, NewIds newIds, RandomGenerator random) {
        this.transactions = transactions;
        this.draws = new Draws(transactions.shape().sizes(), keys, newIds, random);
        this.statements = transactions.shape().script().queries().size();
    }

    /** Tables are drawn uniformly, keys by the distribution, as sysbench does. */
    @Override
    public Invocation<JdbcSession> next() {
        Transactions.Shape shape = transactions.shape();
        int[] tables = new int[statements];
        Input[] inputs = new Input[statements];
        int at = 0;
        int table = draws.table(shape.tables());
        for (Script.Group group : shape.script().groups()) {
            if (at > 0 && !shape.joined()) {
                table = draws.table(shape.tables());
            }
            Arrays.fill(tables, at, at + group.times() * group.queries().size(), table);
            for (int time = 0; time < group.times(); time++) {
                int key = draws.anyKey();
                for (Query query : group.queries()) {
                    inputs[at++] = query.input(draws, table, key);
                }
            }
        }
        return new Transaction(transactions, tables, inputs);
    }
}
