/**
 * YugabyteDB's YSQL through its smart driver. Loaded as a service; no other package may refer to it. Entry type:
 * {@link io.dbharness.jdbc.dialect.yugabytedb.YugabytedbDialect}.
 */
@Internal
@NullMarked
package io.dbharness.jdbc.dialect.yugabytedb;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
