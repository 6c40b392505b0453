/**
 * YugabyteDB's YSQL through its smart driver. Nothing outside this package may refer to it: it is found as a service. Entry type:
 * {@link io.dbharness.jdbc.dialect.yugabytedb.YugabytedbDialect}.
 */
@NullMarked
package io.dbharness.jdbc.dialect.yugabytedb;

import org.jspecify.annotations.NullMarked;
