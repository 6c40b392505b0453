package io.dbharness.jdbc.sql;

import org.jdbi.v3.core.config.Configurable;
import org.jdbi.v3.core.statement.ParsedParameters;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.TemplateEngine;

/**
 * Configures Jdbi to send statements unchanged: no templates and no named parameters, only question marks. Jdbi's default parser costs 0.1
 * s before the first statement, and interprets {@code <} as the begin of a template. Immutable.
 */
public final class PlainSql implements SqlParser {

    private PlainSql() {}

    /** Configures a Jdbi or a handle. */
    public static <T extends Configurable<T>> T on(T jdbi) {
        jdbi.setTemplateEngine(TemplateEngine.NOP);
        jdbi.setSqlParser(new PlainSql());
        return jdbi;
    }

    @Override
    public ParsedSql parse(String sql, StatementContext context) {
        return ParsedSql.of(sql, ParsedParameters.positional(parameters(sql)));
    }

    @Override
    public String nameParameter(String rawName, StatementContext context) {
        throw new UnsupportedOperationException("statements have positional parameters only");
    }

    /** Counts the question marks outside of literals and quoted names. */
    private static int parameters(String sql) {
        int count = 0;
        for (int at = 0; at < sql.length(); at++) {
            char c = sql.charAt(at);
            if (c == '?') {
                count++;
            } else if (c == '\'' || c == '"') {
                int end = sql.indexOf(c, at + 1);
                at = end < 0 ? sql.length() : end;
            }
        }
        return count;
    }
}
