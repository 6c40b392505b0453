/**
 * What PostgreSQL and its relatives have in common, with either driver: addresses, logins, messages, rows by COPY. Names
 * neither a product nor a driver's class. Entry types: {@link io.dbharness.jdbc.dialect.pg.PgDriver} and
 * {@link io.dbharness.jdbc.dialect.pg.CopyRowSink}.
 */
@NullMarked
package io.dbharness.jdbc.dialect.pg;

import org.jspecify.annotations.NullMarked;
