package io.dbharness.bench;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetSpec;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures a point select by primary key within one open transaction, on one connection to an embedded PostgreSQL: as the measured path
 * sends it, and by Jdbi. Also measures the lease of a session when users share connections. The server's share of a select varies more than
 * the client's, so compare medians and bytes.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@State(Scope.Benchmark)
public class JdbcBenchmark {

    private static final int ROWS = 10_000;
    private static final String SELECT = "SELECT c FROM point WHERE id = ?";

    private final RandomGenerator random = Seed.DEFAULT.stream("keys", 0);

    private RunningServer server;
    private JdbcTarget target;
    private SessionSource<JdbcSession> dedicated;
    private SessionSource<JdbcSession> leased;
    private JdbcSession session;
    private Handle handle;

    @Setup
    public void open() {
        TargetSpec wanted = TargetSpec.of("embedded:postgresql");
        server = ServiceLoader.load(ServerProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.accepts(wanted.url()))
                .findFirst()
                .orElseThrow(() -> new HarnessException("no embedded PostgreSQL on the class path"))
                .start(wanted);
        target = new JdbcTargetProvider().open(server.address());
        target.jdbi().useHandle(side -> {
            side.execute("CREATE TABLE point (id INTEGER PRIMARY KEY, c TEXT NOT NULL)");
            side.execute(
                    "INSERT INTO point SELECT n, repeat('x', 100) FROM generate_series(0, CAST(? AS INTEGER)) n",
                    ROWS - 1);
            side.execute("ANALYZE point");
        });
        dedicated = target.dedicatedSessions();
        leased = target.leasedSessions(1);
        session = dedicated.acquire();
        handle = Jdbi.open(session.connection());
    }

    @TearDown
    public void close() {
        leased.close();
        dedicated.close();
        target.close();
        server.close();
    }

    @Benchmark
    public String selectByJdbc() throws SQLException {
        PreparedStatement statement = session.prepare(SELECT);
        statement.setInt(1, random.nextInt(ROWS));
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    /** The driver caches parsed statements by their text, as it does for Jdbi below. */
    @Benchmark
    public String selectByJdbcPreparedEachTime() throws SQLException {
        try (PreparedStatement statement = session.connection().prepareStatement(SELECT)) {
            statement.setInt(1, random.nextInt(ROWS));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    @Benchmark
    public String selectByJdbi() {
        return handle.createQuery(SELECT)
                .bind(0, random.nextInt(ROWS))
                .mapTo(String.class)
                .one();
    }

    /** The pool's share of an invocation when users share connections; no other user competes for the session. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public JdbcSession leaseOfASession() {
        JdbcSession borrowed = leased.acquire();
        leased.release(borrowed);
        return borrowed;
    }
}
