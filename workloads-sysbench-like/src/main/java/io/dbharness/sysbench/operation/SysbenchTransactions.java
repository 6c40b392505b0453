package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.dataset.RowLedger;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Operation;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sysbench.operation.SysbenchStatement.StatementText;
import io.dbharness.sysbench.operation.SysbenchStatement.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The common parts of all transactions of a run: texts of messages and the ledger. Thread-safe. */
public final class SysbenchTransactions {

    private static final String SEPARATOR = "; ";

    final Operation operation;
    final Shape shape;
    /** The number of statements of a transaction. */
    final int statements;

    final FailureClassifier failures;
    final RowLedger ledger;
    final List<StatementMessage> messages;
    final List<Step> steps;
    final int commitStep;
    /** True if COMMIT is a separate round trip. */
    final boolean commitsApart;

    /** True if each message is committed with its answer. */
    final boolean autocommit;

    final boolean changesRows;
    final boolean replacesRows;

    /**
     * Creates the transactions of a script.
     *
     * @param operation operation in reports
     * @param failures  distinguishes a failed commit from one whose answer was lost
     */
    public SysbenchTransactions(
            Operation operation, Shape shape, SqlCatalog<StatementText> sql, FailureClassifier failures) {
        this.operation = operation;
        this.shape = shape;
        this.statements = shape.script().queries().size();
        this.failures = failures;
        this.ledger = ledger(shape);
        this.autocommit = shape.script().unbracketed();
        this.changesRows = shape.script().changesRows();
        this.replacesRows = shape.script().queries().contains(SysbenchStatement.INSERT_AGAIN);
        this.steps = steps(shape);
        this.commitStep = steps.indexOf(Step.COMMIT);
        this.commitsApart = !autocommit && !shape.joined();
        this.messages = messages(shape, sql, steps);
    }

    /**
     * The parameters that determine the texts.
     *
     * @param script    statements of one transaction
     * @param sizes     sizes of ranges and lists
     * @param tables    number of tables
     * @param tableSize rows of each table, numbered from 1
     * @param pipeline  maximum number of statements in one round trip
     */
    public record Shape(EventScript script, Sizes sizes, int tables, int tableSize, int pipeline) {

        /** Returns true if statements share round trips. Their texts are joined in advance, so that a transaction uses only one table. */
        boolean joined() {
            return pipeline > 1;
        }
    }

    /** Creates the ledger for the changes of one commit. */
    private static RowLedger ledger(Shape shape) {
        int most = shape.script().unbracketed() ? shape.pipeline() : Integer.MAX_VALUE;
        int inserts = Math.min(most, shape.script().count(Step.INSERT));
        int deletes = Math.min(most, shape.script().count(Step.DELETE));
        return new RowLedger(Math.min(0, inserts - deletes), inserts);
    }

    private static List<StatementMessage> messages(Shape shape, SqlCatalog<StatementText> sql, List<Step> steps) {
        List<SysbenchStatement> queries = shape.script().queries();
        boolean autocommit = shape.script().unbracketed();
        boolean commitInside = shape.joined() && !autocommit;
        List<StatementMessage> messages = new ArrayList<>();
        for (int from = 0; from < queries.size(); from += shape.pipeline()) {
            List<SysbenchStatement> part = queries.subList(from, Math.min(from + shape.pipeline(), queries.size()));
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
            messages.add(new StatementMessage(texts, part, steps.indexOf(step), last));
        }
        return Collections.unmodifiableList(messages);
    }

    /** Returns the text of a statement for one of the tables, which are numbered from 1. */
    private static String text(SqlCatalog<StatementText> sql, Sizes sizes, SysbenchStatement query, int table) {
        String range = sql.sql(StatementText.RANDOM_RANGE);
        return sql.sql(query.text())
                .replace("${n}", String.valueOf(table))
                .replace("${points}", String.join(", ", Collections.nCopies(sizes.points(), "?")))
                .replace("${ranges}", String.join(" OR ", Collections.nCopies(sizes.ranges(), range)));
    }

    /** Returns the steps; an event of one statement has none, because it would be reported twice. */
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

    /** Returns the steps of a transaction that are reported separately. */
    public List<Step> steps() {
        return steps;
    }

    public RowLedger ledger() {
        return ledger;
    }

    /**
     * The sizes of ranges and lists in statements.
     *
     * @param rangeSize rows of a range by primary key
     * @param points    values of {@code k} in a list
     * @param ranges    ranges of {@code k} in one statement
     * @param delta     distance between the ends of these ranges
     */
    public record Sizes(int rangeSize, int points, int ranges, int delta) {}
}
