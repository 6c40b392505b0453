package io.dbharness.sql.operation;

import io.dbharness.jdbc.dataset.RowLedger;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.sql.profile.Effect;
import io.dbharness.sql.profile.NamedSql;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.SqlProfile;
import io.dbharness.sql.profile.SqlProfile.Parameter;
import io.dbharness.sql.profile.SqlProfile.Statement;
import io.dbharness.sut.Target.FailureClassifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * An operation of a profile on one product. Thread-safe.
 *
 * @param operation   operation in reports
 * @param queries     statements of the operation
 * @param transaction true if the statements are one transaction
 * @param inputs      number of drawn values
 * @param places      number of values, including those passed between statements
 * @param commitStep  index of the step for the duration of COMMIT; negative if it is not timed
 * @param ledger      ledger of the number of rows
 * @param updates     ledger of the updated values
 * @param failures    distinguishes a failed commit from one whose answer was lost
 */
public record OperationScript(
        Operation operation,
        List<Query> queries,
        boolean transaction,
        int inputs,
        int places,
        int commitStep,
        RowLedger ledger,
        UpdateLedger updates,
        FailureClassifier failures) {

    private static final String COMMIT = "commit";

    /** The bound of an unbounded number of rows, more than any test has. */
    private static final long MOST_UNKNOWN = 1_000_000_000;

    public OperationScript {
        queries = List.copyOf(queries);
    }

    /**
     * Resolves an operation for a product.
     *
     * @param index    index of the operation in the run
     * @param lineage  lineage of the target's dialect
     * @param tables   tables of the profile
     * @param updates  records the values that its updates set
     * @param steps    receives the names of its steps
     */
    public static OperationScript of(
            SqlProfile.Operation spec,
            int index,
            List<String> lineage,
            Collection<ProfileTable> tables,
            UpdateLedger updates,
            FailureClassifier failures,
            List<String> steps) {
        List<String> names = new ArrayList<>();
        spec.parameters().stream().map(Parameter::name).forEach(names::add);
        List<Query> queries = new ArrayList<>();
        boolean several = spec.statements().size() > 1;
        for (Statement statement : spec.statements()) {
            String text = statement.sql().in(lineage);
            NamedSql sql = NamedSql.of(text);
            String step = spec.name() + "-" + word(text, queries.size() + 1, several);
            queries.add(new Query(
                    step,
                    sql.jdbc(),
                    sql.names().stream().mapToInt(names::indexOf).toArray(),
                    statement.expect(),
                    names.size(),
                    statement.carry().size(),
                    Effect.of(text, tables),
                    updates.tracked(text, names),
                    several ? add(steps, step) : -1));
            names.addAll(statement.carry());
        }
        int commit = several && spec.transaction() ? add(steps, spec.name() + "-" + COMMIT) : -1;
        Operation operation = new Operation(
                index, spec.name(), kind(queries.stream().map(Query::effect).toList()));
        return new OperationScript(
                operation,
                queries,
                spec.transaction(),
                spec.parameters().size(),
                names.size(),
                commit,
                ledger(queries, spec.transaction()),
                updates,
                failures);
    }

    /** Returns the kind of an operation whose statements have these effects. */
    public static OperationKind kind(List<Effect> effects) {
        long reads = effects.stream()
                .filter(effect -> effect.kind() == Effect.Kind.READ)
                .count();
        if (reads == effects.size()) {
            return OperationKind.READ;
        }
        return reads == 0 ? OperationKind.WRITE : OperationKind.TRANSACTION;
    }

    private static int add(List<String> steps, String step) {
        steps.add(step);
        return steps.size() - 1;
    }

    /** Returns the number and the first word of a statement, for example {@code 2-update}. */
    private static String word(String sql, int number, boolean several) {
        String word = sql.replaceFirst("(?s)^\\W*(\\w*).*", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]", "");
        return (several ? number + "-" : "") + word;
    }

    /** Creates a ledger that bounds the change by a commit of unknown outcome, from the expected numbers of rows. */
    private static RowLedger ledger(List<Query> queries, boolean transaction) {
        long fewest = 0;
        long most = 0;
        long least = 0;
        long greatest = 0;
        for (Query query : queries) {
            Effect.Kind kind = query.effect().kind();
            long from = query.expect().least();
            long to = bounded(query.expect().most());
            least += kind == Effect.Kind.INSERT ? from : kind == Effect.Kind.DELETE ? -to : 0;
            greatest += kind == Effect.Kind.INSERT ? to : kind == Effect.Kind.DELETE ? -from : 0;
            if (!transaction || query.ends(from)) {
                fewest = Math.min(fewest, least);
                most = Math.max(most, greatest);
            }
            if (!transaction) {
                least = 0;
                greatest = 0;
            }
        }
        return new RowLedger((int) -bounded(-Math.min(fewest, least)), (int) bounded(Math.max(most, greatest)));
    }

    private static long bounded(long rows) {
        return Math.min(rows, MOST_UNKNOWN);
    }

    /** Returns true if the effect of its statements on the number of rows is known. */
    public boolean isCountable() {
        return queries.stream().noneMatch(query -> query.effect().kind() == Effect.Kind.ANY);
    }

    /** Returns the effects of its statements on the tables. */
    public List<Effect> effects() {
        return queries.stream().map(Query::effect).toList();
    }

    boolean carries() {
        return places > inputs;
    }
}
