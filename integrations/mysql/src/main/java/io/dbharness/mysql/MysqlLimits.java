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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Compares variables and rights of MariaDB or MySQL with the needs of a command.
 *
 * @param variables  of the session, by name in lower case
 * @param globals    server-wide values of further variables
 * @param status     of the server, by name in lower case
 * @param account    that the server takes the user for, quoted
 * @param database   quoted
 * @param keysWanted true if each table must have a primary key
 * @param grants     rights that are granted to the account itself, for example {@code CREATE}; empty for an account with a role, whose
 *                   rights the tables of the server do not have
 */
record MysqlLimits(
        Map<String, String> variables,
        Map<String, String> globals,
        Map<String, String> status,
        String account,
        String database,
        boolean keysWanted,
        Optional<Set<String>> grants) {

    /** A variable that a product or version does not have is left out. */
    private static final String VARIABLES = "SHOW VARIABLES WHERE variable_name IN ('max_connections',"
            + " 'max_user_connections', 'max_prepared_stmt_count', 'wait_timeout', 'max_statement_time',"
            + " 'max_execution_time', 'idle_transaction_timeout', 'idle_write_transaction_timeout',"
            + " 'idle_readonly_transaction_timeout', 'read_only', 'max_allowed_packet')";

    /** The harness sets some of these for its sessions, and an account may have its own. */
    private static final String GLOBALS = "SHOW GLOBAL VARIABLES WHERE variable_name IN ('autocommit', 'tx_isolation',"
            + " 'transaction_isolation', 'innodb_lock_wait_timeout', 'local_infile', 'sql_mode', 'max_statement_time')";

    private static final String STATUS =
            "SHOW GLOBAL STATUS WHERE variable_name IN ('Threads_connected', 'Prepared_stmt_count')";

    private static final String HAS_ROLE = "SELECT COALESCE(CURRENT_ROLE(), 'NONE') <> 'NONE'";

    private static final String GRANTS =
            "SELECT privilege_type FROM information_schema.user_privileges WHERE grantee = ?"
                    + " UNION SELECT privilege_type FROM information_schema.schema_privileges WHERE grantee = ?"
                    + " AND DATABASE() LIKE table_schema"
                    + " UNION SELECT privilege_type FROM information_schema.table_privileges WHERE grantee = ?"
                    + " AND table_schema = DATABASE()";

    private static final List<String> TO_READ = List.of("SELECT");
    private static final List<String> TO_WRITE = List.of("SELECT", "INSERT", "UPDATE", "DELETE");
    private static final List<String> TO_LOAD = List.of(
            "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "INDEX", "ALTER", "CREATE ROUTINE", "EXECUTE");

    /** Server-wide values that change what sessions do, other than those of a new server. */
    private static final Map<String, Pattern> USUAL = Map.of(
            "autocommit", Pattern.compile("ON"),
            "tx_isolation", Pattern.compile("REPEATABLE-READ"),
            "transaction_isolation", Pattern.compile("REPEATABLE-READ"),
            "innodb_lock_wait_timeout", Pattern.compile("50"),
            "local_infile", Pattern.compile("ON"),
            "sql_mode", Pattern.compile("(?!.*(ANSI|BACKSLASH|TRADITIONAL|PAD_CHAR)).*"));

    /** Bytes. A load sends up to a thousand rows in one message. */
    private static final long LEAST_PACKET = 4L << 20;

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
        boolean hasRole = handle.select(HAS_ROLE).mapTo(Boolean.class).one();
        Optional<Set<String>> grants = hasRole
                ? Optional.empty()
                : Optional.of(handle.select(GRANTS, grantee, grantee, grantee)
                        .mapTo(String.class)
                        .set());
        String database = handle.select("SELECT COALESCE(DATABASE(), '*')")
                .mapTo(String.class)
                .one();
        return new MysqlLimits(
                pairs(handle, VARIABLES),
                pairs(handle, GLOBALS),
                pairs(handle, STATUS),
                grantee,
                '`' + database + '`',
                keysWanted,
                grants);
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
        packets(needs.access()).ifPresent(findings::add);
        findings.add(new Finding("settings", settings(), "", Verdict.OK, ""));
        missing(needs.access()).ifPresent(findings::add);
        return findings;
    }

    private String settings() {
        String unusual = globals.entrySet().stream()
                .filter(variable -> USUAL.containsKey(variable.getKey())
                        && !USUAL.get(variable.getKey())
                                .matcher(variable.getValue())
                                .matches())
                .map(variable -> variable.getKey() + " = " + variable.getValue())
                .collect(Collectors.joining(", "));
        return unusual.isEmpty() ? "as in a new server" : unusual;
    }

    private Optional<Finding> packets(Access access) {
        long bytes = Long.parseLong(variables.getOrDefault("max_allowed_packet", String.valueOf(LEAST_PACKET)));
        return bytes >= LEAST_PACKET || access != Access.LOAD
                ? Optional.empty()
                : Optional.of(new Finding(
                        "max_allowed_packet",
                        String.valueOf(bytes),
                        LEAST_PACKET + " or more",
                        Verdict.CAUTION,
                        "run SET GLOBAL max_allowed_packet = " + LEAST_PACKET));
    }

    /** A right may also come from a grant to PUBLIC, which not all versions list, so a missing one is a caution. */
    private Optional<Finding> missing(Access access) {
        List<String> needed = switch (access) {
            case READ -> TO_READ;
            case WRITE -> TO_WRITE;
            case LOAD -> TO_LOAD;
        };
        String missing = grants.stream()
                .flatMap(granted -> needed.stream().filter(right -> !granted.contains(right)))
                .collect(Collectors.joining(", "));
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(
                        "grants",
                        "not granted to this account itself: " + missing,
                        access == Access.READ ? "to read" : access == Access.WRITE ? "to write" : "to make tables",
                        Verdict.CAUTION,
                        "run as an administrator: GRANT " + missing + " ON " + database + ".* TO " + account));
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
                ofAccount(name)
                        ? "run ALTER USER " + account + " WITH MAX_STATEMENT_TIME " + value
                        : "run SET GLOBAL " + name + " = " + value);
    }

    /** Returns true for a limit that is set for the account and not for the server. */
    private boolean ofAccount(String name) {
        return name.equals("max_statement_time") && Double.parseDouble(globals.getOrDefault(name, "0")) == 0;
    }
}
