package io.dbharness.jdbc.dialect.pg;

import java.sql.Driver;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A driver of the family.
 *
 * @param product for messages, for example {@code PostgreSQL}
 * @param scheme  how its addresses begin, for example {@code jdbc:postgresql:}
 * @param driver  enters
 * @param parser  takes addresses apart
 */
public record PgDriver(String product, String scheme, Driver driver, Parser parser) {

    /** Takes an address apart. */
    @FunctionalInterface
    public interface Parser {
        /** The properties of the address, among them {@code PGHOST}, {@code PGPORT} and {@code PGDBNAME}; null when it is none. */
        @Nullable
        Properties parse(String url, Properties defaults);
    }

    /** The properties of an address, none when it is not one of this driver. */
    Properties properties(String url) {
        Properties parsed = parser.parse(url, new Properties());
        return parsed == null ? new Properties() : parsed;
    }
}
