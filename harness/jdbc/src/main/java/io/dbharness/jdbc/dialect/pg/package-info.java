/**
 * Common parts of PostgreSQL-compatible products with either driver: addresses, logins, messages, loading with COPY. Refers to no product
 * and no driver class. Entry types: {@link io.dbharness.jdbc.dialect.pg.PgDriver} and {@link io.dbharness.jdbc.dialect.pg.CopyRowSink}.
 */
@Internal
@NullMarked
package io.dbharness.jdbc.dialect.pg;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
