/**
 * MariaDB and MySQL through MariaDB Connector/J. Loaded as a service, and its SQL by the name of its dialect; no other package may refer to
 * it. Entry type: {@link io.dbharness.mysql.MysqlDialect}.
 */
@Internal
@NullMarked
package io.dbharness.mysql;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
