/**
 * PostgreSQL through pgjdbc. Loaded as a service; no other package may refer to it. Entry type:
 * {@link io.dbharness.jdbc.dialect.postgresql.PostgresqlDialect}.
 */
@Internal
@NullMarked
package io.dbharness.jdbc.dialect.postgresql;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
