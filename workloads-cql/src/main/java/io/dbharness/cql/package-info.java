/**
 * The Cassandra stress workloads: what they offer to the harness, how keys and operations are drawn, what is sent. Entry types:
 * {@link io.dbharness.cql.CqlStress} and {@link io.dbharness.cql.CqlUser}.
 */
@NullMarked
package io.dbharness.cql;

import org.jspecify.annotations.NullMarked;
