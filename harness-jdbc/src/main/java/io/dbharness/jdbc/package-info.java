/**
 * Databases reached by JDBC: plain prepared statements where it is measured, Jdbi everywhere else. Knows no workload and, outside the
 * packages below {@code dialect}, no product. Entry type: {@link io.dbharness.jdbc.JdbcTarget}.
 */
@NullMarked
package io.dbharness.jdbc;

import org.jspecify.annotations.NullMarked;
