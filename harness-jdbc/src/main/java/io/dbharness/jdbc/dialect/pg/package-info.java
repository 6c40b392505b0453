/**
 * What PostgreSQL and its relatives have in common, whoever made the driver: addresses and how to enter, messages, rows by COPY. Names
 * neither a product nor a driver's class. Entry types: {@link io.dbharness.jdbc.dialect.pg.PgConnector} and
 * {@link io.dbharness.jdbc.dialect.pg.CopyRowSink}.
 */
@NullMarked
package io.dbharness.jdbc.dialect.pg;

import org.jspecify.annotations.NullMarked;
