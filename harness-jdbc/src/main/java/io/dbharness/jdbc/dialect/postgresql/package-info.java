/**
 * PostgreSQL through pgjdbc. Nothing outside this package may refer to it: it is found as a service. Entry type:
 * {@link io.dbharness.jdbc.dialect.postgresql.PostgresqlDialect}.
 */
@NullMarked
package io.dbharness.jdbc.dialect.postgresql;

import org.jspecify.annotations.NullMarked;
