/**
 * A Cassandra-compatible cluster as a target: its address, one driver session for all users, what its failures mean and what its nodes
 * tell about themselves. Knows no workload. Entry type: {@link io.dbharness.cql.target.CqlTarget}.
 */
@NullMarked
package io.dbharness.cql.target;

import org.jspecify.annotations.NullMarked;
