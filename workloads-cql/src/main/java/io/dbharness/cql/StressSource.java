package io.dbharness.cql;

import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.random.RandomGenerator;

/** One user: draws what to do and to which row. One thread at a time. */
final class StressSource implements OperationSource<CqlConversation> {

    private final Mix mix;
    private final Choice choice;
    private final RandomGenerator random;

    /**
     * What the users of a run share.
     *
     * @param reads    chooses the row of a read
     * @param batches  chooses the batch of a write, by its number
     * @param batch    rows in a batch; they lie side by side in one partition
     * @param requests made of what was drawn
     */
    record Choice(RowChooser reads, RowChooser batches, int batch, Requests requests) {}

    StressSource(Mix mix, Choice choice, RandomGenerator random) {
        this.mix = mix;
        this.choice = choice;
        this.random = random;
    }

    @Override
    public Invocation<CqlConversation> next() {
        Operation operation = mix.draw(random);
        long row = operation.kind() == OperationKind.WRITE
                ? choice.batches().choose(random) * choice.batch()
                : choice.reads().choose(random);
        return choice.requests().of(operation, row);
    }
}
