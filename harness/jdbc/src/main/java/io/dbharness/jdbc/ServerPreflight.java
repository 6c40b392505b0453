package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Finding.Verdict;
import io.dbharness.sut.Needs;
import io.dbharness.sut.Needs.Access;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/**
 * Compares a server with the needs of a command. Changes nothing.
 *
 * @param dialect  of the server
 * @param failures describes questions that the server refuses
 * @param needs    of the command
 */
record ServerPreflight(Dialect dialect, ServerFailures failures, Needs needs) {

    /** One interval of a run; above, a second in the server's log is another one in the result. */
    private static final Duration MOST_OFFSET = Duration.ofSeconds(1);

    private static final double SECOND = 1e9;

    /** The statements; their text is in {@code jdbc/preflight}, by dialect. */
    private enum Sql {
        /** Why the account cannot write or make tables: {@code write} or {@code create}, the reason, and what mends it. */
        OBSTACLES
    }

    /** Asks on a session that is set up as measured ones, in autocommit mode. */
    List<Finding> findings(Handle handle, RunClock clock) {
        List<Finding> findings = new ArrayList<>(answered("limits", () -> dialect.limits(handle, needs)));
        List<Finding> obstacles = obstacles(handle);
        findings.addAll(obstacles);
        if (obstacles.isEmpty()) {
            findings.add(new Finding("rights", "no obstacle", wanted(), Verdict.OK, ""));
        }
        dialect.epochSeconds()
                .ifPresent(sql -> findings.addAll(answered("clock", () -> List.of(clock(handle, sql, clock)))));
        return findings;
    }

    /**
     * Relatives of a product, and proxies in front of it, may refuse a question that no command depends on.
     *
     * @throws TargetUnreachableException if the connection is lost; otherwise all further questions would fail without a reason
     */
    private List<Finding> answered(String what, Supplier<List<Finding>> question) {
        try {
            return question.get();
        } catch (JdbiException e) {
            HarnessException described = failures.of("ask for the " + what, e);
            if (described instanceof TargetUnreachableException) {
                throw described;
            }
            return List.of(new Finding(what, String.valueOf(described.getMessage()), "", Verdict.CAUTION, ""));
        }
    }

    private String wanted() {
        return switch (needs.access()) {
            case READ -> "to read";
            case WRITE -> "to write";
            case LOAD -> "to make tables and to write";
        };
    }

    /** Returns the obstacles to the access that the command needs, each with the statement that mends it. */
    List<Finding> obstacles(Handle handle) {
        SqlCatalog<Sql> sql = SqlCatalog.load(Sql.class, ServerPreflight.class, "jdbc/preflight", dialect.lineage());
        return handle.select(sql.sql(Sql.OBSTACLES))
                .map((row, context) ->
                        new Obstacle(row.getString("need"), row.getString("found"), row.getString("mend")))
                .filter(obstacle -> needs.access().compareTo(obstacle.least()) >= 0)
                .map(Obstacle::finding)
                .list();
    }

    /** A row of {@link Sql#OBSTACLES}. */
    private record Obstacle(String need, String found, String mend) {

        Access least() {
            return need.equals("create") ? Access.LOAD : Access.WRITE;
        }

        Finding finding() {
            return new Finding(
                    "rights", found, least() == Access.LOAD ? "to make tables" : "to write", Verdict.REFUSED, mend);
        }
    }

    /** Compares the server's time with the middle of question and answer; half of their distance is the uncertainty. */
    private static Finding clock(Handle handle, String sql, RunClock clock) {
        Instant asked = clock.wallTime();
        long start = clock.now();
        double server = handle.select(sql).mapTo(Double.class).one();
        double half = (clock.now() - start) / SECOND / 2;
        double own = asked.getEpochSecond() + asked.getNano() / SECOND + half;
        double offset = server - own;
        boolean far = Math.abs(offset) > MOST_OFFSET.toSeconds() + half;
        return new Finding(
                "clock",
                String.format(Locale.ROOT, "the server's is %+.3f s off, within %.3f s", offset, half),
                far ? "1 s" : "",
                far ? Verdict.CAUTION : Verdict.OK,
                far ? "synchronise both machines by NTP" : "");
    }
}
