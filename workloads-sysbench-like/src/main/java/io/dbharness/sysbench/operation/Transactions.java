package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Operation;
import io.dbharness.target.FailureClassifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What all transactions of a run have in common: the texts that travel, and where to keep count. Thread-safe. */
public final class Transactions {

    private static final String SEPARATOR = "; ";

    private final Operation operation;
    private final Shape shape;
    private final FailureClassifier failures;
    private final RowLedger ledger;
    private final List<Message> messages;
    private final List<Step> steps;
    private final int commitStep;
    private final boolean single;
    private final boolean changesRows;
    private final boolean replacesRows;

    /**
     * The transactions of a script.
     *
     * @param operation as it is reported
     * @param failures  tells whether a commit failed or its answer was lost
     */
    public Transactions(Operation operation, Shape shape, SqlCatalog<StatementText> sql, FailureClassifier failures) {
        this.operation = operation;
        this.shape = shape;
        this.failures = failures;
        this.ledger = new RowLedger(shape.script());
        this.single = shape.script().single();
        this.changesRows = shape.script().changesRows();
        this.replacesRows = shape.script().queries().contains(Query.INSERT_AGAIN);
        this.steps = steps(shape);
        this.commitStep = steps.indexOf(Step.COMMIT);
        this.messages = messages(shape, new Texts(sql, shape.sizes()), steps);
    }

    /**
     * What decides the texts.
     *
     * @param script   the statements of one transaction
     * @param sizes    how much they ask for
     * @param tables   how many tables there are
     * @param pipeline how many statements travel in one round trip, at most
     */
    public record Shape(Script script, Sizes sizes, int tables, int pipeline) {

        /** Whether statements share round trips. Their texts are joined beforehand, so a transaction stays on one table. */
        boolean joined() {
            return pipeline > 1;
        }
    }

    private static List<Message> messages(Shape shape, Texts texts, List<Step> steps) {
        List<Query> queries = shape.script().queries();
        boolean commitInside = shape.joined() && queries.size() > 1;
        List<Message> messages = new ArrayList<>();
        for (int from = 0; from < queries.size(); from += shape.pipeline()) {
            List<Query> part = queries.subList(from, Math.min(from + shape.pipeline(), queries.size()));
            boolean end = from + part.size() == queries.size();
            String tail = end && commitInside ? SEPARATOR + texts.commit() : "";
            List<String> joined = IntStream.rangeClosed(1, shape.tables())
                    .mapToObj(table -> joined(texts, part, table) + tail)
                    .toList();
            Step step = shape.joined() ? Step.MESSAGE : part.get(0).step();
            boolean last = end && (commitInside || queries.size() == 1);
            messages.add(new Message(joined, part, steps.indexOf(step), last));
        }
        return Collections.unmodifiableList(messages);
    }

    private static String joined(Texts texts, List<Query> queries, int table) {
        return queries.stream().map(query -> texts.of(query, table)).collect(Collectors.joining(SEPARATOR));
    }

    /** A statement that is a transaction by itself has no steps: it would be told twice. */
    private static List<Step> steps(Shape shape) {
        if (shape.script().single()) {
            return List.of();
        }
        if (shape.joined()) {
            return List.of(Step.MESSAGE);
        }
        Set<Step> steps = EnumSet.of(Step.COMMIT);
        shape.script().queries().forEach(query -> steps.add(query.step()));
        return List.copyOf(steps);
    }

    public Operation operation() {
        return operation;
    }

    /** What is told apart within a transaction. */
    public List<Step> steps() {
        return steps;
    }

    public RowLedger ledger() {
        return ledger;
    }

    Shape shape() {
        return shape;
    }

    FailureClassifier failures() {
        return failures;
    }

    List<Message> messages() {
        return messages;
    }

    boolean single() {
        return single;
    }

    boolean changesRows() {
        return changesRows;
    }

    boolean replacesRows() {
        return replacesRows;
    }

    /** Whether COMMIT is a round trip of its own. */
    boolean commitsApart() {
        return !single && !shape.joined();
    }

    int commitStep() {
        return commitStep;
    }
}
