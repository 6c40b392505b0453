package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.dbharness.cql.data.ProfileData.Loaded;
import io.dbharness.cql.profile.Column;
import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.CqlProfile.Neighbours;
import io.dbharness.cql.profile.ProfileRow;
import io.dbharness.profile.Recall;
import io.dbharness.random.Seed;
import io.dbharness.workload.Check;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures the recall of a vector index: the share of the exact nearest rows that the server returns, for a sample of vectors. Not
 * thread-safe: one thread.
 *
 * @param driver     open
 * @param data       the table
 * @param partitions loaded, from 1
 */
record RecallCheck(CqlSession driver, Loaded data, long partitions) {

    /** Rows whose vectors are compared with each vector of the sample. */
    private static final int MOST_ROWS = 100_000;

    /** A loaded row and its vector. */
    // Never compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Point(List<ByteBuffer> key, float[] vector) {}

    /** Measures the recall of a query. The vectors are those of rows that are not loaded, so none is its own neighbour. */
    Check of(String name, Neighbours neighbours, String when) {
        List<Point> points = points(neighbours.column());
        Recall recall = new Recall(name, neighbours.rows(), neighbours.recall());
        if (points.size() > MOST_ROWS) {
            return recall.unmeasured(when, "more than " + MOST_ROWS + " rows are loaded");
        }
        CqlProfile profile = data.profile();
        Column column = profile.columns().get(neighbours.column());
        String keys = profile.keys().stream().map(Column::quoted).collect(Collectors.joining(", "));
        PreparedStatement statement = AdminSession.prepare(
                driver,
                SimpleStatement.newInstance("SELECT " + keys + " FROM " + profile.keyspace() + ".\"" + profile.table()
                        + "\" ORDER BY " + column.quoted() + " ANN OF ? LIMIT " + neighbours.rows()));
        RandomGenerator random = Seed.DEFAULT.stream(Recall.NAME, 0);
        double[] shares = new double[Recall.SAMPLE];
        for (int i = 0; i < shares.length; i++) {
            ByteBuffer vector = data.rows().any(partitions + 1 + i, random).value(neighbours.column());
            Set<List<ByteBuffer>> exact = nearest(points, column.floats(vector), neighbours);
            BoundStatement search =
                    statement.boundStatementBuilder().setBytesUnsafe(0, vector).build();
            long found = AdminSession.execute(driver, search).stream()
                    .filter(row -> exact.contains(key(row, profile.keys().size())))
                    .count();
            shares[i] = (double) found / Math.max(1, exact.size());
        }
        return recall.check(when, points.size(), shares);
    }

    private static List<ByteBuffer> key(Row row, int columns) {
        return IntStream.range(0, columns).mapToObj(row::getBytesUnsafe).toList();
    }

    /** Returns the loaded rows, one more than the most at most. */
    private List<Point> points(int column) {
        List<Point> points = new ArrayList<>();
        int keys = data.profile().keys().size();
        for (long number = 1; number <= partitions && points.size() <= MOST_ROWS; number++) {
            for (Iterator<ProfileRow> rows = data.rows().of(number); rows.hasNext() && points.size() <= MOST_ROWS; ) {
                ProfileRow row = rows.next();
                ByteBuffer vector = row.value(column);
                if (vector != null) {
                    points.add(new Point(
                            IntStream.range(0, keys).mapToObj(row::value).toList(),
                            data.profile().columns().get(column).floats(vector)));
                }
            }
        }
        return points;
    }

    private static Set<List<ByteBuffer>> nearest(List<Point> points, float[] vector, Neighbours neighbours) {
        PriorityQueue<Scored> best = new PriorityQueue<>(Comparator.comparingDouble(Scored::score));
        for (Point point : points) {
            best.add(new Scored(point, neighbours.similarity().of(point.vector(), vector)));
            if (best.size() > neighbours.rows()) {
                best.poll();
            }
        }
        Set<List<ByteBuffer>> keys = new HashSet<>();
        best.forEach(scored -> keys.add(scored.point().key()));
        return keys;
    }

    private record Scored(Point point, double score) {}
}
