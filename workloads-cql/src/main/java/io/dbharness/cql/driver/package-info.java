/**
 * A Cassandra-compatible cluster as a target: its address, one driver session for all users, what its failures mean and what its nodes
 * report about themselves. Knows no workload. Entry type: {@link io.dbharness.cql.driver.CqlTarget}.
 */
@NullMarked
package io.dbharness.cql.driver;

import org.jspecify.annotations.NullMarked;
