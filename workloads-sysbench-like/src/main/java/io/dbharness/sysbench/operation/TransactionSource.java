package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.sysbench.input.DigitGroups;
import io.dbharness.sysbench.input.KeyDistribution;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Draws one user's transactions. Not thread-safe.
 *
 * @param transactions common parts of all transactions
 * @param keys         distribution of the row keys
 * @param newIds       ids of rows that the client numbers
 * @param random       random source of the user
 * @param texts        texts of new rows
 */
public record TransactionSource(
        SysbenchTransactions transactions,
        KeyDistribution keys,
        NewIds newIds,
        RandomGenerator random,
        DigitGroups texts)
        implements OperationSource<JdbcSession> {

    public TransactionSource(
            SysbenchTransactions transactions, KeyDistribution keys, NewIds newIds, RandomGenerator random) {
        this(transactions, keys, newIds, random, new DigitGroups(random));
    }

    /** Draws tables uniformly and keys by the distribution, as sysbench does. */
    @Override
    public Invocation<JdbcSession> next() {
        SysbenchTransactions.Shape shape = transactions.shape;
        int[] tables = new int[transactions.statements];
        Input[] inputs = new Input[transactions.statements];
        int at = 0;
        int table = drawTable(shape.tables());
        for (EventScript.Group group : shape.script().groups()) {
            if (at > 0 && !shape.joined()) {
                table = drawTable(shape.tables());
            }
            Arrays.fill(tables, at, at + group.times() * group.queries().size(), table);
            for (int time = 0; time < group.times(); time++) {
                int key = anyKey();
                for (SysbenchStatement query : group.queries()) {
                    inputs[at++] = query.input(this, table, key);
                }
            }
        }
        return new Transaction(transactions, tables, inputs);
    }

    private int drawTable(int tables) {
        return tables == 1 ? 0 : random.nextInt(tables);
    }

    int anyKey() {
        return keys.draw(random);
    }

    /** Returns a range, which may extend beyond the last row, as in sysbench. */
    Input range(int key) {
        return new Input.Numbers(key, upTo(key, transactions.shape.sizes().rangeSize() - 1));
    }

    Input points(int key) {
        int[] points = new int[transactions.shape.sizes().points()];
        points[0] = key;
        for (int i = 1; i < points.length; i++) {
            points[i] = anyKey();
        }
        return new Input.Numbers(points);
    }

    Input ranges(int key) {
        int[] ends = new int[2 * transactions.shape.sizes().ranges()];
        for (int i = 0; i < ends.length; i += 2) {
            ends[i] = i == 0 ? key : anyKey();
            ends[i + 1] = upTo(ends[i], transactions.shape.sizes().delta());
        }
        return new Input.Numbers(ends);
    }

    Input newText(int key) {
        return new Input.NewText(texts.next(DigitGroups.C_GROUPS), key);
    }

    int newId(int table) {
        return newIds.next(table);
    }

    Input.NewRow row(int k) {
        return new Input.NewRow(k, texts.next(DigitGroups.C_GROUPS), texts.next(DigitGroups.PAD_GROUPS));
    }

    private static int upTo(int key, int more) {
        return (int) Math.min((long) key + more, Integer.MAX_VALUE);
    }
}
