package io.dbharness.acceptance;

import java.util.List;

/**
 * A server, a database or an account as an administrator sets it up.
 *
 * @param place   the server
 * @param setting for the table of the suite, in Markdown
 * @param line    the line of {@code doctor} that finds it; empty if no session can be opened
 * @param found   part of that line, or of the sentence why no session can be opened
 * @param first   statements that an administrator executes before all commands; {@code $account} and {@code $database} are replaced
 * @param loaded  statements that an administrator executes after his own load; none if the account itself loads
 * @param varies  true if a limit is hit or not, depending on the speed of the machine
 */
record Surrounding(
        Place place,
        String setting,
        String line,
        String found,
        List<String> first,
        List<String> loaded,
        boolean varies) {

    /** A kind of server. */
    enum Place {
        /** The PostgreSQL of the build, whose roles and databases have their own settings. */
        POSTGRESQL("PostgreSQL 18"),
        /** The same server behind pgbouncer, whose pool mode takes the place of the statements. */
        POOLER("PostgreSQL 18, pgbouncer"),
        /** A PostgreSQL of the machine's packages, started with the settings that take the place of the statements. */
        PACKAGED("PostgreSQL 15"),
        /** A MariaDB of the suite. Server-wide settings are reset afterwards. */
        MARIADB("MariaDB 10.11");

        private final String product;

        Place(String product) {
            this.product = product;
        }

        @Override
        public String toString() {
            return product;
        }
    }

    static final List<Surrounding> ALL = List.of(
            role("default_transaction_isolation = 'serializable'", "settings"),
            role("default_transaction_deferrable = on", "settings"),
            role("statement_timeout = '10s'", "statement_timeout"),
            role("lock_timeout = '1s'", "lock_timeout"),
            role("transaction_timeout = '10s'", "transaction_timeout"),
            role("idle_in_transaction_session_timeout = '1s'", "idle_in_transaction_session_timeout"),
            role("idle_session_timeout = '10s'", "idle_session_timeout"),
            role("statement_timeout = '2ms'", "").hit("statement_timeout"),
            role("transaction_timeout = '5ms'", "").hit("transaction_timeout"),
            role("idle_in_transaction_session_timeout = '1ms'", "").hit("idle_in_transaction_session_timeout"),
            role("idle_session_timeout = '10ms'", "").hit("idle_session_timeout"),
            role("default_transaction_read_only = on", "rights", "read-only"),
            role("row_security = off", "settings"),
            role("standard_conforming_strings = off", "settings"),
            role("DateStyle = 'German'", "settings"),
            postgresql(
                    "`CONNECTION LIMIT 3` of the role",
                    "connections",
                    "3 at most",
                    "ALTER ROLE $account CONNECTION LIMIT 3"),
            postgresql(
                    "`CONNECTION LIMIT 3` of the database",
                    "connections",
                    "3 at most",
                    "ALTER DATABASE $database CONNECTION LIMIT 3"),
            postgresql(
                    "no `CREATE` on the schema",
                    "rights",
                    "GRANT CREATE ON SCHEMA public",
                    "REVOKE CREATE ON SCHEMA public FROM $account"),
            postgresql("schema `public` dropped", "rights", "CREATE SCHEMA public", "DROP SCHEMA public CASCADE"),
            postgresql(
                    "no `TEMPORARY` on the database",
                    "settings",
                    "no right to make temporary tables",
                    "REVOKE TEMPORARY ON DATABASE $database FROM PUBLIC"),
            postgresql(
                    "no `CONNECT` on the database",
                    "",
                    "GRANT CONNECT",
                    "REVOKE CONNECT ON DATABASE $database FROM PUBLIC"),
            loaded(
                    "row-level security on the marker",
                    "row-level security",
                    "GRANT ALL ON ALL TABLES IN SCHEMA public TO $account",
                    "ALTER TABLE dbharness_part ENABLE ROW LEVEL SECURITY"),
            loaded(
                    "no right on the marker",
                    "the marker",
                    "GRANT ALL ON ALL TABLES IN SCHEMA public TO $account",
                    "REVOKE ALL ON dbharness_dataset, dbharness_part FROM $account"),
            loaded("only `SELECT`", "the marker", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO $account"),
            loaded(
                    "DML, not the owner",
                    "no obstacle",
                    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO $account"),
            pooler("session", "none found"),
            pooler("transaction", "transaction mode"),
            pooler("statement", "statement mode"),
            packaged("max_connections = 6", "connections", "3 at most"),
            packaged("default_transaction_isolation = serializable", "settings", "default_transaction_isolation"),
            packaged("synchronous_standby_names = missing", "replication", "waits for ever"),
            packaged("default_transaction_read_only = on", "rights", "read-only"),
            mariadb("max_prepared_stmt_count = 1", "prepared statements", "1 at most"),
            mariadb("max_prepared_stmt_count = 5", "", "").hit("prepared statements"),
            mariadb("innodb_force_primary_key = ON", "mandatory keys", "yes"),
            mariadb("wait_timeout = 1", "wait_timeout", "1"),
            mariadb("idle_transaction_timeout = 1", "idle_transaction_timeout", "1"),
            mariadb("max_statement_time = 10", "max_statement_time", "10"),
            mariadb("max_statement_time = 0.001", "", "").hit("max_statement_time"),
            mariadb("innodb_lock_wait_timeout = 1", "settings", "innodb_lock_wait_timeout"),
            mariadb("read_only = ON", "rights", "read_only"),
            mariadb("max_connections = 10", "connections", "10 at most"),
            mariadb("tx_isolation = 'SERIALIZABLE'", "settings", "SERIALIZABLE"),
            mariadb("autocommit = OFF", "settings", "autocommit = OFF"),
            mariadb("sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES,TRADITIONAL'", "settings", "NO_BACKSLASH_ESCAPES"),
            mariadb("local_infile = OFF", "settings", "local_infile"),
            mariadb("max_allowed_packet = 1024", "max_allowed_packet", "1024"),
            user(
                    "`MAX_USER_CONNECTIONS 3`",
                    "connections",
                    "3 at most",
                    "ALTER USER $account WITH MAX_USER_CONNECTIONS 3"),
            user(
                    "`MAX_STATEMENT_TIME 10` of the user",
                    "max_statement_time",
                    "ALTER USER",
                    "ALTER USER $account WITH MAX_STATEMENT_TIME 10"),
            user("no `CREATE`", "grants", "CREATE", "REVOKE CREATE ON $database.* FROM $account"),
            user("no `INDEX`", "grants", "INDEX", "REVOKE INDEX ON $database.* FROM $account"),
            user(
                    "no `CREATE ROUTINE`",
                    "grants",
                    "CREATE ROUTINE",
                    "REVOKE CREATE ROUTINE ON $database.* FROM $account"),
            user("no right", "", "GRANT", "REVOKE ALL ON $database.* FROM $account"),
            new Surrounding(
                    Place.MARIADB,
                    "only `SELECT`",
                    "rights",
                    "the marker",
                    List.of(),
                    List.of("REVOKE ALL ON $database.* FROM $account", "GRANT SELECT ON $database.* TO $account"),
                    false));

    private static Surrounding role(String setting, String line) {
        return role(setting, line, line.equals("settings") ? setting.replaceFirst(" =.*", "") : "");
    }

    private static Surrounding role(String setting, String line, String found) {
        return postgresql("`" + setting + "` of the role", line, found, "ALTER ROLE $account SET " + setting);
    }

    private static Surrounding postgresql(String setting, String line, String found, String first) {
        return new Surrounding(Place.POSTGRESQL, setting, line, found, List.of(first), List.of(), false);
    }

    private static Surrounding loaded(String setting, String found, String... loaded) {
        return new Surrounding(Place.POSTGRESQL, setting, "rights", found, List.of(), List.of(loaded), false);
    }

    private static Surrounding pooler(String mode, String found) {
        String line = mode.equals("statement") ? "server" : "pooler";
        return new Surrounding(
                Place.POOLER, "`pool_mode = " + mode + "`", line, found, List.of(mode), List.of(), false);
    }

    private static Surrounding packaged(String setting, String line, String found) {
        return new Surrounding(Place.PACKAGED, "`" + setting + "`", line, found, List.of(setting), List.of(), false);
    }

    private static Surrounding mariadb(String setting, String line, String found) {
        return user("`" + setting + "`", line, found, "SET GLOBAL " + setting);
    }

    private static Surrounding user(String setting, String line, String found, String first) {
        return new Surrounding(Place.MARIADB, setting, line, found, List.of(first), List.of(), false);
    }

    /** Returns the same with a limit that is hit or not; doctor finds it in its line, or is hit itself. */
    private Surrounding hit(String name) {
        return new Surrounding(place, setting, name, name, first, loaded, true);
    }

    /** Returns what it has in common with others: the line of {@code doctor}, how the data come there, and if a limit is hit. */
    String kind() {
        String limit = line.endsWith("timeout") ? "timeout" : line;
        return place + (varies ? " hit" : limit) + (loaded.isEmpty() ? "" : " loaded");
    }

    @Override
    public String toString() {
        return place + ": " + setting;
    }
}
