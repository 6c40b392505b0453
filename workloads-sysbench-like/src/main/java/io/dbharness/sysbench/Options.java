package io.dbharness.sysbench;

import io.dbharness.sysbench.data.Scale;
import io.dbharness.sysbench.input.KeyDistribution;
import io.dbharness.sysbench.input.KeyDistribution.GaussianKeys;
import io.dbharness.sysbench.input.KeyDistribution.ParetoKeys;
import io.dbharness.sysbench.input.KeyDistribution.SpecialKeys;
import io.dbharness.sysbench.input.KeyDistribution.UniformKeys;
import io.dbharness.sysbench.input.KeyDistribution.ZipfianKeys;
import io.dbharness.sysbench.operation.Transactions.Sizes;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The options of the tests: sysbench's, under its names where it has them, with its defaults. */
final class Options {

    static final String STATEMENTS = "statements";
    static final String PIPELINE = "pipeline";
    static final String SKIP_TRX = "skip-trx";
    static final String COUNT_ROWS = "count-rows";
    static final String OTHERS_WRITE = "others-write";
    static final String POINT_SELECTS = "point-selects";
    static final String RANGE_SELECTS = "range-selects";
    static final String SIMPLE_RANGES = "simple-ranges";
    static final String SUM_RANGES = "sum-ranges";
    static final String ORDER_RANGES = "order-ranges";
    static final String DISTINCT_RANGES = "distinct-ranges";
    static final String INDEX_UPDATES = "index-updates";
    static final String NON_INDEX_UPDATES = "non-index-updates";
    static final String DELETE_INSERTS = "delete-inserts";

    static final String AUTO = "auto";
    static final String YES = "yes";
    static final String NO = "no";

    private static final String TABLES = "tables";
    private static final String TABLE_SIZE = "table-size";
    private static final String SECONDARY_INDEX = "secondary-index";
    private static final String AUTO_INCREMENT = "auto-increment";
    private static final String PARTITIONING = "partitioning";
    private static final String DISTRIBUTION = "distribution";
    private static final String SPECIAL_PERCENT = "rand-spec-pct";
    private static final String SPECIAL_SHARE = "rand-spec-res";
    private static final String PARETO_H = "rand-pareto-h";
    private static final String ZIPFIAN_EXPONENT = "rand-zipfian-exp";
    private static final String RANGE_SIZE = "range-size";
    private static final String RANDOM_POINTS = "random-points";
    private static final String NUMBER_OF_RANGES = "number-of-ranges";
    private static final String DELTA = "delta";

    private static final int MOST_TABLES = 1_000;
    private static final int MOST_STATEMENTS = 1_000;
    /** So many answers are safely below the 64,000 bytes at which pgjdbc waits for answers in the middle of a message. */
    private static final int LONGEST_PIPELINE = 100;

    private static final int MOST_ROWS = 2_000_000_000;
    private static final int STEEPEST = 100;

    /** Of every test: the data and how it is asked for. */
    static final List<Parameter> COMMON = List.of(
            whole(TABLES, "how many tables, sbtest1 and so on", 1, 1, MOST_TABLES),
            whole(TABLE_SIZE, "rows of each table; about 280 bytes each, indexes included", 10_000, 1, MOST_ROWS),
            choice(SECONDARY_INDEX, "whether column k has an index", YES, NO),
            choice(AUTO_INCREMENT, "whether the server makes the ids of new rows", YES, NO),
            choice(PARTITIONING, "how YugabyteDB spreads the rows of a table", "server", "hash", "range"),
            choice(DISTRIBUTION, "how keys are drawn", "uniform", "zipfian", "gaussian", "special", "pareto"),
            whole(SPECIAL_PERCENT, "special: the part of the keys that is hot, in per cent", 1, 1, 100),
            whole(SPECIAL_SHARE, "special: the part of the draws that goes to them, in per cent", 75, 0, 100),
            new Parameter(PARETO_H, "pareto: the part h of the keys gets 1 - h of the draws", "0.2", decimal(0, 1)),
            new Parameter(ZIPFIAN_EXPONENT, "zipfian: the exponent", "0.8", decimal(0, STEEPEST)),
            choice(COUNT_ROWS, "whether all rows are counted before and after; auto: up to 20 million", AUTO, YES, NO),
            choice(OTHERS_WRITE, "whether sysbench or others write to the tables between runs", NO, YES),
            whole(PIPELINE, "statements of a transaction in one round trip", 1, 1, LONGEST_PIPELINE));

    /** Those that loading and checking the tables need. */
    static final Set<String> OF_TABLES =
            Set.of(TABLES, TABLE_SIZE, SECONDARY_INDEX, AUTO_INCREMENT, PARTITIONING, COUNT_ROWS, OTHERS_WRITE);

    static final Parameter STATEMENTS_PARAMETER =
            whole(STATEMENTS, "statements in an event, all on one table", 1, 1, MOST_STATEMENTS);

    static final Parameter POINTS_PARAMETER =
            whole(RANDOM_POINTS, "values of k in the list of a statement", 10, 1, MOST_STATEMENTS);

    static final List<Parameter> RANGES = List.of(
            whole(NUMBER_OF_RANGES, "ranges of k in a statement", 10, 1, MOST_STATEMENTS),
            whole(DELTA, "distance between the ends of a range of k", 5, 0, MOST_ROWS));

    static final List<Parameter> READS = List.of(
            count(POINT_SELECTS, "selects of one row in a transaction", 10),
            choice(RANGE_SELECTS, "whether there are any of the following four", YES, NO),
            count(SIMPLE_RANGES, "selects of a range of rows in a transaction", 1),
            count(SUM_RANGES, "sums over a range in a transaction", 1),
            count(ORDER_RANGES, "sorted ranges in a transaction", 1),
            count(DISTINCT_RANGES, "sorted ranges without doubles in a transaction", 1),
            whole(RANGE_SIZE, "rows of a range", 100, 1, MOST_ROWS));

    static final List<Parameter> WRITES = List.of(
            count(INDEX_UPDATES, "updates of column k in a transaction", 1),
            count(NON_INDEX_UPDATES, "updates of column c in a transaction", 1),
            count(DELETE_INSERTS, "rows deleted and inserted again in a transaction", 1));

    private Options() {}

    /** sysbench's tests of one kind of statement have no BEGIN and COMMIT, its mixes have them unless told otherwise. */
    static Parameter skipTransactions(boolean byDefault) {
        return choice(
                SKIP_TRX,
                "whether each statement is a transaction by itself, without BEGIN and COMMIT",
                byDefault ? YES : NO,
                byDefault ? NO : YES);
    }

    /** No where the test has no such option. */
    static boolean skipsTransactions(Parameters parameters) {
        return parameters.values().getOrDefault(SKIP_TRX, NO).equals(YES);
    }

    static Scale scale(Parameters parameters) {
        return new Scale(
                parameters.whole(TABLES),
                parameters.whole(TABLE_SIZE),
                parameters.text(SECONDARY_INDEX).equals(YES),
                serverIds(parameters),
                Scale.Partitioning.valueOf(parameters.text(PARTITIONING).toUpperCase(Locale.ROOT)));
    }

    static boolean serverIds(Parameters parameters) {
        return parameters.text(AUTO_INCREMENT).equals(YES);
    }

    static KeyDistribution keys(Parameters parameters) {
        int size = parameters.whole(TABLE_SIZE);
        return switch (parameters.text(DISTRIBUTION)) {
            case "zipfian" -> new ZipfianKeys(size, decimal(parameters, ZIPFIAN_EXPONENT));
            case "gaussian" -> new GaussianKeys(size);
            case "special" -> SpecialKeys.of(size, parameters.whole(SPECIAL_PERCENT), parameters.whole(SPECIAL_SHARE));
            case "pareto" -> ParetoKeys.of(size, decimal(parameters, PARETO_H));
            default -> new UniformKeys(size);
        };
    }

    /** Sizes that a test has no option for are never asked of it. */
    static Sizes sizes(Parameters parameters) {
        return new Sizes(
                wholeIfAny(parameters, RANGE_SIZE),
                wholeIfAny(parameters, RANDOM_POINTS),
                wholeIfAny(parameters, NUMBER_OF_RANGES),
                wholeIfAny(parameters, DELTA));
    }

    private static int wholeIfAny(Parameters parameters, String name) {
        return parameters.values().containsKey(name) ? parameters.whole(name) : 1;
    }

    private static double decimal(Parameters parameters, String name) {
        return Double.parseDouble(parameters.text(name));
    }

    private static Parameter whole(String name, String description, int standard, int least, int most) {
        return new Parameter(name, description, String.valueOf(standard), Domain.whole(least, most));
    }

    private static Parameter count(String name, String description, int standard) {
        return whole(name, description, standard, 0, MOST_STATEMENTS);
    }

    private static Parameter choice(String name, String description, String... words) {
        return new Parameter(name, description, words[0], Domain.choice(List.of(words)));
    }

    /** Decimal numbers between two ends, without them. */
    private static Domain decimal(int above, int below) {
        return Domain.matching(
                "X", text -> isBetween(text, above, below), "a number above " + above + " and below " + below);
    }

    private static boolean isBetween(String text, int above, int below) {
        try {
            double value = Double.parseDouble(text);
            return value > above && value < below;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
