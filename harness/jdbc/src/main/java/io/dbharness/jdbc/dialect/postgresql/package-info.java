/**
 * PostgreSQL through pgjdbc. Loaded as a service; no other package may refer to it. Entry type:
 * {@link io.dbharness.jdbc.dialect.postgresql.PostgresqlDialect}.
 */
@NullMarked
package io.dbharness.jdbc.dialect.postgresql;

import org.jspecify.annotations.NullMarked;
