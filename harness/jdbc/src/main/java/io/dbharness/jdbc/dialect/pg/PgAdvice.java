package io.dbharness.jdbc.dialect.pg;

import io.dbharness.jdbc.dialect.ServerAddress;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Suggests remedies for failures of PostgreSQL-compatible servers whose reason is not the statement, by SQLSTATE (appendix A of
 * PostgreSQL's documentation). Stateless.
 */
public final class PgAdvice {

    /** The English message about a missing right; in other languages the advice names no object. */
    private static final Pattern DENIED = Pattern.compile("permission denied for (\\w+(?: \\w+)*?) \"?([^\"\\s]+)\"?$");

    private static final Pattern OWNER =
            Pattern.compile("must be owner of ((?:\\w+ )?)(?:relation )?\"?([^\"\\s]+)\"?$");

    private static final Pattern POLICY = Pattern.compile("row-level security policy for table \"([^\"]+)\"");

    /** The rights that this tool requires, by kind of object. */
    private static final Map<String, String> RIGHTS = Map.of(
            "schema", "USAGE, CREATE ON SCHEMA",
            "table", "SELECT, INSERT, UPDATE, DELETE ON TABLE",
            "relation", "SELECT, INSERT, UPDATE, DELETE ON TABLE",
            "view", "SELECT, INSERT, UPDATE, DELETE ON TABLE",
            "sequence", "USAGE, SELECT, UPDATE ON SEQUENCE",
            "function", "EXECUTE ON FUNCTION",
            "procedure", "EXECUTE ON PROCEDURE",
            "database", "CREATE, TEMPORARY ON DATABASE",
            "language", "USAGE ON LANGUAGE");

    private static final String POOLER =
            "a pooler in transaction or statement mode is in between: add prepareThreshold=0 to the"
                    + " address, or use the pooler's session mode";

    private PgAdvice() {}

    /** Implements {@link io.dbharness.jdbc.dialect.Dialect#advice}. */
    public static Optional<String> of(SQLException failure, String user) {
        return ofState(
                Objects.requireNonNullElse(failure.getSQLState(), ""),
                ServerAddress.said(failure),
                '"' + user.replace("\"", "\"\"") + '"');
    }

    private static Optional<String> ofState(String state, String said, String role) {
        return Optional.ofNullable(
                switch (state) {
                    case "42501" -> right(said, role);
                    case "3F000" ->
                        "name a schema that exists in the address, ?currentSchema=NAME, or have one made: CREATE SCHEMA public"
                                + " AUTHORIZATION " + role;
                    case "25006" ->
                        "connect to the primary, or, where a setting makes sessions read-only: ALTER ROLE " + role
                                + " SET default_transaction_read_only = off";
                    case "57014" -> said.contains("statement timeout") ? timeout("statement_timeout", role) : null;
                    case "55P03" -> said.contains("lock timeout") ? timeout("lock_timeout", role) : null;
                    case "25P03" -> timeout("idle_in_transaction_session_timeout", role);
                    case "25P04" -> timeout("transaction_timeout", role);
                    case "57P05" -> timeout("idle_session_timeout", role);
                    case "26000", "42P05" -> POOLER;
                    case "08P01" ->
                        said.contains("pooling") || said.contains("prepared statement") || said.contains("pgbouncer")
                                ? POOLER
                                : null;
                    case "53100" -> "the server's disk is full; make room there, or choose a smaller scale";
                    case "53200" -> "the server is out of memory; see its log";
                    case "53300" -> "the server has no free connection; lower --connections or raise max_connections";
                    case "42P01", "42703", "42804" ->
                        "something is missing, or is not as this tool made it; correct the statement, or drop the data set and"
                                + " load it again";
                    default -> null;
                });
    }

    private static String right(String said, String role) {
        Matcher policy = POLICY.matcher(said);
        if (policy.find()) {
            return "row-level security is on; run ALTER TABLE " + policy.group(1)
                    + " DISABLE ROW LEVEL SECURITY, or ALTER ROLE " + role + " BYPASSRLS";
        }
        Matcher denied = DENIED.matcher(said);
        if (denied.find() && RIGHTS.containsKey(denied.group(1))) {
            return "run as its owner: GRANT " + RIGHTS.get(denied.group(1)) + ' ' + denied.group(2) + " TO " + role;
        }
        Matcher owner = OWNER.matcher(said);
        if (owner.find()) {
            String kind = owner.group(1).isBlank() ? "TABLE " : owner.group(1).toUpperCase(Locale.ROOT);
            return "run as its owner: ALTER " + kind + owner.group(2) + " OWNER TO " + role;
        }
        return "user " + role + " lacks a right for this; have its owner grant it";
    }

    private static String timeout(String setting, String role) {
        return "the server's " + setting + " ended it: ALTER ROLE " + role + " SET " + setting + " = 0";
    }
}
