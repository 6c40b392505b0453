/**
 * MariaDB and MySQL through MariaDB Connector/J. Nothing may refer to it: it is found as a service, and its SQL by the name of its dialect. Entry type:
 * {@link io.dbharness.mysql.MysqlDialect}.
 */
@NullMarked
package io.dbharness.mysql;

import org.jspecify.annotations.NullMarked;
