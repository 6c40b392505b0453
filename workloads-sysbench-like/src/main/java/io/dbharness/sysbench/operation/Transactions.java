package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.dataset.RowLedger;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Operation;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sysbench.operation.Query.StatementText;
import io.dbharness.sysbench.operation.Query.Step;
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

    final Operation operation;
    final Shape shape;
    /** How many there are in a transaction. */
    final int statements;

    final FailureClassifier failures;
    final RowLedger ledger;
    final List<Message> messages;
    final List<Step> steps;
    final int commitStep;
    /** Whether COMMIT is a round trip of its own. */
    final boolean commitsApart;

    /** Whether each message is committed when it is answered. */
    final boolean autocommit;

    final boolean changesRows;
    final boolean replacesRows;

    /**
     * The transactions of a script.
     *
     * @param operation as it is reported
     * @param failures  tells whether a commit failed or its answer was lost
     */
    public Transactions(Operation operation, Shape shape, SqlCatalog<StatementText> sql, FailureClassifier failures) {
        this.operation = operation;
        this.shape = shape;
        this.statements = shape.script().queries().size();
        this.failures = failures;
        this.ledger = ledger(shape);
        this.autocommit = shape.script().unbracketed();
        this.changesRows = shape.script().changesRows();
        this.replacesRows = shape.script().queries().contains(Query.INSERT_AGAIN);
        this.steps = steps(shape);
        this.commitStep = steps.indexOf(Step.COMMIT);
        this.commitsApart = !autocommit && !shape.joined();
        this.messages = messages(shape, sql, steps);
    }

    /**
     * What decides the texts.
     *
     * @param script    the statements of one transaction
     * @param sizes     how much they ask for
     * @param tables    how many tables there are
     * @param tableSize rows of each, by number from 1
     * @param pipeline  how many statements travel in one round trip, at most
     */
    public record Shape(Script script, Sizes sizes, int tables, int tableSize, int pipeline) {

        /** Whether statements share round trips. Their texts are joined beforehand, so a transaction stays on one table. */
        boolean joined() {
            return pipeline > 1;
        }
    }

    /** Of what one commit changes. */
    private static RowLedger ledger(Shape shape) {
        int most = shape.script().unbracketed() ? shape.pipeline() : Integer.MAX_VALUE;
        int inserts = Math.min(most, shape.script().count(Step.INSERT));
        int deletes = Math.min(most, shape.script().count(Step.DELETE));
        return new RowLedger(Math.min(0, inserts - deletes), inserts);
    }

    private static List<Message> messages(Shape shape, SqlCatalog<StatementText> sql, List<Step> steps) {
        List<Query> queries = shape.script().queries();
        boolean autocommit = shape.script().unbracketed();
        boolean commitInside = shape.joined() && !autocommit;
        List<Message> messages = new ArrayList<>();
        for (int from = 0; from < queries.size(); from += shape.pipeline()) {
            List<Query> part = queries.subList(from, Math.min(from + shape.pipeline(), queries.size()));
            boolean end = from + part.size() == queries.size();
            String tail = end && commitInside ? SEPARATOR + sql.sql(StatementText.COMMIT) : "";
            List<String> texts = IntStream.rangeClosed(1, shape.tables())
                    .mapToObj(table -> part.stream()
                            .map(query -> text(sql, shape.sizes(), query, table))
                            .collect(Collectors.joining(SEPARATOR, "", tail)))
                    .map(text ->
                            shape.joined() ? sql.sql(StatementText.TOGETHER).replace("${statements}", text) : text)
                    .toList();
            Step step = shape.joined() ? Step.MESSAGE : part.get(0).step();
            boolean last = autocommit || (end && commitInside);
            messages.add(new Message(texts, part, steps.indexOf(step), last));
        }
        return Collections.unmodifiableList(messages);
    }

    /** A statement as it reads for one of the tables, which count from 1. */
    private static String text(SqlCatalog<StatementText> sql, Sizes sizes, Query query, int table) {
        String range = sql.sql(StatementText.RANDOM_RANGE);
        return sql.sql(query.text())
                .replace("${n}", String.valueOf(table))
                .replace("${points}", String.join(", ", Collections.nCopies(sizes.points(), "?")))
                .replace("${ranges}", String.join(" OR ", Collections.nCopies(sizes.ranges(), range)));
    }

    /** An event of one statement has no steps: it would be told twice. */
    private static List<Step> steps(Shape shape) {
        if (shape.script().queries().size() == 1) {
            return List.of();
        }
        if (shape.joined()) {
            return List.of(Step.MESSAGE);
        }
        Set<Step> steps = EnumSet.noneOf(Step.class);
        if (!shape.script().unbracketed()) {
            steps.add(Step.COMMIT);
        }
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

    /**
     * How much the statements ask for.
     *
     * @param rangeSize rows of a range by primary key
     * @param points    values of {@code k} in a list
     * @param ranges    ranges of {@code k} in one statement
     * @param delta     the distance between the ends of these
     */
    public record Sizes(int rangeSize, int points, int ranges, int delta) {}
}
