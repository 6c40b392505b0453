/**
 * Access to databases with JDBC: plain prepared statements for measured operations, Jdbi for everything else. Independent of workloads and,
 * outside the packages below {@code dialect}, of products. Entry type: {@link io.dbharness.jdbc.JdbcTarget}.
 */
@NullMarked
package io.dbharness.jdbc;

import org.jspecify.annotations.NullMarked;
