package io.dbharness.sql.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.profile.Recall;
import io.dbharness.random.Seed;
import io.dbharness.sql.profile.NamedSql;
import io.dbharness.sql.profile.SqlProfile.Neighbours;
import io.dbharness.sql.profile.SqlProfile.Operation;
import io.dbharness.sql.profile.SqlProfile.Parameter;
import io.dbharness.sql.profile.SqlProfile.Statement;
import io.dbharness.workload.Check;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Measures the recall of searches for the nearest vectors: the share of the exact nearest rows that the server returns, for a sample of
 * vectors.
 *
 * @param target  target to query
 * @param lineage lineage of the target's dialect
 */
record VectorRecallCheck(JdbcTarget target, List<String> lineage) {

    private static final int FETCHED_AT_ONCE = 1_000;
    /** The limit of numbers in the vectors that are compared with those of the sample, 80 MB. */
    private static final long MOST_NUMBERS = 20_000_000;
    /** The relative difference of two similarities that rounding on either side may cause. */
    private static final double ROUNDING = 1e-6;

    /** Makes a check of each search. */
    List<Check> check(List<Operation> operations, String when) {
        List<Check> checks = new ArrayList<>();
        for (Operation operation : operations) {
            for (Statement statement : operation.statements()) {
                statement
                        .recall()
                        .map(wanted -> check(operation, statement, wanted, when))
                        .ifPresent(checks::add);
            }
        }
        return checks;
    }

    private Check check(Operation operation, Statement statement, Neighbours wanted, String when) {
        return target.jdbi().inTransaction(handle -> check(operation, statement, wanted, when, handle.getConnection()));
    }

    private Check check(Operation operation, Statement statement, Neighbours wanted, String when, Connection connection)
            throws SQLException {
        Optional<Map<String, float[]>> read = vectors(wanted, connection);
        Recall recall = new Recall(operation.name(), wanted.rows(), wanted.least());
        if (read.isEmpty()) {
            return recall.unmeasured(when, "the vectors have more than " + MOST_NUMBERS + " numbers");
        }
        Map<String, float[]> vectors = read.get();
        NamedSql search = NamedSql.of(statement.sql().in(lineage));
        RandomGenerator random = Seed.DEFAULT.stream(Recall.NAME, 0);
        double[] shares = new double[Recall.SAMPLE];
        for (int i = 0; i < shares.length; i++) {
            Map<String, Object> inputs = inputs(operation, random, i);
            float[] vector = numbers(String.valueOf(inputs.get(wanted.vector())));
            double[] nearest = vectors.values().stream()
                    .mapToDouble(one -> -wanted.similarity().of(one, vector))
                    .sorted()
                    .limit(wanted.rows())
                    .toArray();
            double least = nearest.length == 0 ? 0 : -nearest[nearest.length - 1];
            long found = keys(search, inputs, connection).stream()
                    .distinct()
                    .map(key -> Optional.ofNullable(vectors.get(key))
                            .orElseThrow(() -> new HarnessException(operation.name() + " returns " + key
                                    + " in its first column, which is no key of the rows of 'among'")))
                    .filter(one -> wanted.similarity().of(one, vector) >= least - ROUNDING * (1 + Math.abs(least)))
                    .limit(nearest.length)
                    .count();
            shares[i] = nearest.length == 0 ? 1 : (double) found / nearest.length;
        }
        return recall.check(when, vectors.size(), shares);
    }

    /** Reads the vectors by their keys; empty if there are too many. */
    private Optional<Map<String, float[]>> vectors(Neighbours wanted, Connection connection) throws SQLException {
        Map<String, float[]> vectors = new HashMap<>();
        long numbers = 0;
        try (PreparedStatement statement =
                connection.prepareStatement(wanted.among().in(lineage))) {
            statement.setFetchSize(FETCHED_AT_ONCE);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    float[] vector = numbers(rows.getString(2));
                    vectors.put(rows.getString(1), vector);
                    numbers += vector.length;
                    if (numbers > MOST_NUMBERS) {
                        return Optional.empty();
                    }
                }
            }
        }
        return Optional.of(vectors);
    }

    /** Parses {@code [0.5,-1]}, or an array of PostgreSQL. */
    private static float[] numbers(String text) {
        String[] parts = text.replaceAll("[\\[\\]{}\\s]", "").split(",", -1);
        float[] numbers = new float[parts.length];
        for (int i = 0; i < parts.length; i++) {
            numbers[i] = Float.parseFloat(parts[i]);
        }
        return numbers;
    }

    private static Map<String, Object> inputs(Operation operation, RandomGenerator random, long ordinal) {
        Map<String, Object> inputs = new HashMap<>();
        for (Parameter parameter : operation.parameters()) {
            Object value = parameter
                    .value()
                    .orElseThrow()
                    .draw(random, ordinal, name -> Objects.requireNonNull(inputs.get(name), name));
            inputs.put(parameter.name(), value);
        }
        return inputs;
    }

    private static List<String> keys(NamedSql search, Map<String, Object> inputs, Connection connection)
            throws SQLException {
        List<String> keys = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(search.jdbc())) {
            for (int i = 0; i < search.names().size(); i++) {
                statement.setObject(i + 1, inputs.get(search.names().get(i)));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.add(rows.getString(1));
                }
            }
        }
        return keys;
    }
}
