/**
 * The Cassandra stress workloads: what they offer to the harness, how keys and operations are drawn, what is sent. Entry types:
 * {@link io.dbharness.cql.CqlWrite}, {@link io.dbharness.cql.CqlRead}, {@link io.dbharness.cql.CqlMixed}, {@link
 * io.dbharness.cql.CqlUser}.
 */
@NullMarked
package io.dbharness.cql;

import org.jspecify.annotations.NullMarked;
