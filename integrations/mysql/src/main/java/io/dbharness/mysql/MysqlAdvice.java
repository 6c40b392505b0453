package io.dbharness.mysql;

import io.dbharness.jdbc.dialect.ServerAddress;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Suggests remedies for failures of MariaDB or MySQL whose reason is not the statement, by the error number in the manuals of both.
 * Stateless.
 */
final class MysqlAdvice {

    private static final Pattern DENIED = Pattern.compile(
            "(\\w+(?: \\w+)*) command denied to user ('[^']*'@'[^']*') for (table|column|routine) (\\S+)");

    private static final Pattern ROUTINE =
            Pattern.compile("(\\w+(?: \\w+)*) command denied to user ('[^']*'@'[^']*') for routine '([^']+)'");

    private static final Pattern DATABASE =
            Pattern.compile("Access denied for user ('[^']*'@'[^']*') to database '([^']+)'");

    private MysqlAdvice() {}

    /** Implements {@link io.dbharness.jdbc.dialect.Dialect#advice}. */
    static Optional<String> of(SQLException failure, String user) {
        return ofNumber(failure.getErrorCode(), ServerAddress.said(failure), user);
    }

    private static Optional<String> ofNumber(int number, String said, String user) {
        return Optional.ofNullable(
                switch (number) {
                    case 1142, 1143, 1044, 1370, 1227, 1045 -> right(said, user);
                    case 1419 ->
                        "run as an administrator: SET GLOBAL log_bin_trust_function_creators = 1, or GRANT SUPER ON *.* TO "
                                + user;
                    case 1461 ->
                        "the server's max_prepared_stmt_count is reached: raise it (SET GLOBAL max_prepared_stmt_count = 1000000),"
                                + " or lower --connections or the number of tables";
                    case 1173, 3750 ->
                        "the server wants a primary key on each table: SET GLOBAL innodb_force_primary_key = OFF (MariaDB),"
                                + " SET GLOBAL sql_require_primary_key = OFF (MySQL)";
                    case 1290, 1792, 1836 ->
                        "the server is configured so (--read-only or another option in its message); connect to the primary, or change the"
                                + " setting";
                    case 1969 ->
                        "the server's max_statement_time ended it: SET GLOBAL max_statement_time = 0 or, where it is the account's,"
                                + " ALTER USER " + user + " WITH MAX_STATEMENT_TIME 0";
                    case 3024 -> "the server's max_execution_time ended it: SET GLOBAL max_execution_time = 0";
                    case 4031 -> "the server's wait_timeout ended the session: SET GLOBAL wait_timeout = 28800";
                    case 1153 -> "raise the server's max_allowed_packet";
                    case 1021, 1114 -> "the server's disk or tablespace is full; make room, or choose a smaller scale";
                    case 1040, 1203, 1226 ->
                        "the server has no free connection; lower --connections or raise max_connections";
                    case 1054, 1146, 1305 ->
                        "something is missing, or is not as this tool made it; correct the statement, or drop the data set and"
                                + " load it again";
                    default -> null;
                });
    }

    private static String right(String said, String user) {
        Matcher routine = ROUTINE.matcher(said);
        if (routine.find()) {
            return "run as an administrator: GRANT " + routine.group(1).toUpperCase(Locale.ROOT) + " ON "
                    + routine.group(3).replaceFirst("\\..*", ".*") + " TO " + routine.group(2);
        }
        Matcher denied = DENIED.matcher(said);
        if (denied.find()) {
            return "run as an administrator: GRANT " + denied.group(1) + " ON " + denied.group(4) + " TO "
                    + denied.group(2);
        }
        Matcher database = DATABASE.matcher(said);
        return database.find()
                ? "run as an administrator: GRANT ALL ON " + database.group(2) + ".* TO " + database.group(1)
                : "user " + user + " lacks a right for this; have an administrator grant it";
    }
}
