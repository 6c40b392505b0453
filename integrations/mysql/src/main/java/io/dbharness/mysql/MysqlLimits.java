package io.dbharness.mysql;

import io.dbharness.sut.Finding;
import io.dbharness.sut.Finding.Verdict;
import io.dbharness.sut.Needs;
import io.dbharness.sut.Needs.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * Compares variables and rights of MariaDB or MySQL with the needs of a command.
 *
 * @param variables  of the session, by name in lower case
 * @param status     of the server, by name in lower case
 * @param account    that the server takes the user for, quoted
 * @param database   quoted
 * @param keysWanted true if each table must have a primary key
 * @param canCreate  true if a right to make tables is granted to the account
 */
record MysqlLimits(
        Map<String, String> variables,
        Map<String, String> status,
        String account,
        String database,
        boolean keysWanted,
        boolean canCreate) {

    /** A variable that a product or version does not have is left out. */
    private static final String VARIABLES = "SHOW VARIABLES WHERE variable_name IN ('max_connections',"
            + " 'max_user_connections', 'max_prepared_stmt_count', 'wait_timeout', 'max_statement_time',"
            + " 'max_execution_time', 'idle_transaction_timeout', 'idle_write_transaction_timeout',"
            + " 'idle_readonly_transaction_timeout', 'read_only')";

    private static final String STATUS =
            "SHOW GLOBAL STATUS WHERE variable_name IN ('Threads_connected', 'Prepared_stmt_count')";

    /** These tables do not have the rights of a role, so an account with a role counts as having them. */
    private static final String CAN_CREATE = "SELECT COALESCE(CURRENT_ROLE(), 'NONE') <> 'NONE'"
            + " OR EXISTS (SELECT 1 FROM information_schema.user_privileges WHERE privilege_type = 'CREATE'"
            + " AND grantee = ?)"
            + " OR EXISTS (SELECT 1 FROM information_schema.schema_privileges WHERE privilege_type = 'CREATE'"
            + " AND grantee = ? AND DATABASE() LIKE table_schema)";

    private static final List<String> TIMEOUTS = List.of(
            "max_statement_time",
            "max_execution_time",
            "idle_transaction_timeout",
            "idle_write_transaction_timeout",
            "idle_readonly_transaction_timeout");

    /** Seconds; the default of {@code --request-timeout}. A session may be idle while others use theirs. */
    private static final long LEAST_WAIT = 60;

    /** @param keysWanted true if each table must have a primary key */
    static MysqlLimits of(Handle handle, boolean keysWanted) {
        String account =
                handle.select("SELECT CURRENT_USER()").mapTo(String.class).one();
        int at = account.lastIndexOf('@');
        String grantee = "'" + account.substring(0, at) + "'@'" + account.substring(at + 1) + "'";
        boolean canCreate =
                handle.select(CAN_CREATE, grantee, grantee).mapTo(Boolean.class).one();
        String database = handle.select("SELECT COALESCE(DATABASE(), '*')")
                .mapTo(String.class)
                .one();
        return new MysqlLimits(
                pairs(handle, VARIABLES), pairs(handle, STATUS), grantee, '`' + database + '`', keysWanted, canCreate);
    }

    private static Map<String, String> pairs(Handle handle, String sql) {
        Map<String, String> pairs = new TreeMap<>();
        handle.select(sql)
                .map((row, context) -> Map.entry(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2)))
                .forEach(pair -> pairs.put(pair.getKey(), pair.getValue()));
        return pairs;
    }

    List<Finding> findings(Needs needs) {
        List<Finding> findings = new ArrayList<>();
        findings.add(new Finding("role", account, "", Verdict.OK, ""));
        findings.add(new Finding(
                "replication",
                "read_only = " + Objects.requireNonNullElse(variables.get("read_only"), "OFF"),
                "",
                Verdict.OK,
                ""));
        findings.add(connections(needs.connections()));
        findings.add(statements(needs.sessions()));
        timeouts(findings);
        findings.add(new Finding(
                "mandatory keys", keysWanted ? "yes; tables without a key get one" : "no", "", Verdict.OK, ""));
        if (!canCreate && needs.access() == Access.LOAD) {
            findings.add(new Finding(
                    "grants",
                    "CREATE is not granted to this account itself",
                    "to make tables",
                    Verdict.CAUTION,
                    "run as an administrator: GRANT ALL ON " + database + ".* TO " + account));
        }
        return findings;
    }

    private long number(Map<String, String> values, String name) {
        return Long.parseLong(values.getOrDefault(name, "0"));
    }

    private Finding connections(int needed) {
        long byServer = number(variables, "max_connections");
        long byUser = number(variables, "max_user_connections");
        long most = byUser > 0 ? Math.min(byUser, byServer) : byServer;
        // The one that asks does not count.
        long used = Math.max(0, number(status, "threads_connected") - 1);
        String mend = most == byServer
                ? "SET GLOBAL max_connections = " + needed
                : "ALTER USER " + account + " WITH MAX_USER_CONNECTIONS " + needed;
        return new Finding(
                "connections",
                most + " at most, " + used + " in use",
                String.valueOf(needed),
                needed > most ? Verdict.REFUSED : needed + used > byServer ? Verdict.CAUTION : Verdict.OK,
                needed > most
                        ? "lower --connections, or run " + mend
                        : needed + used > byServer ? "end other sessions, or lower --connections" : "");
    }

    /** Each measured session keeps at least one statement; the number depends on the workload. */
    private Finding statements(int sessions) {
        long most = number(variables, "max_prepared_stmt_count");
        long used = number(status, "prepared_stmt_count");
        boolean few = sessions > most - used;
        return new Finding(
                "prepared statements",
                most + " at most, " + used + " in use",
                sessions + " or more, one for each connection and statement",
                few ? Verdict.REFUSED : Verdict.OK,
                few ? "lower --connections, or run SET GLOBAL max_prepared_stmt_count = 1000000" : "");
    }

    private void timeouts(List<Finding> findings) {
        int before = findings.size();
        TIMEOUTS.stream()
                .filter(name -> Double.parseDouble(variables.getOrDefault(name, "0")) > 0)
                .map(name -> timeout(name, "0", 0))
                .forEach(findings::add);
        if (number(variables, "wait_timeout") < LEAST_WAIT) {
            findings.add(timeout("wait_timeout", LEAST_WAIT + " or more", 28_800));
        }
        if (findings.size() == before) {
            findings.add(new Finding("timeouts", "none", "", Verdict.OK, ""));
        }
    }

    private Finding timeout(String name, String needed, int value) {
        return new Finding(
                name,
                variables.getOrDefault(name, ""),
                needed,
                Verdict.CAUTION,
                "run SET GLOBAL " + name + " = " + value);
    }
}
