/**
 * The Cassandra stress workloads: their parameters, the choice of keys and operations, and their requests. Entry types:
 * {@link io.dbharness.cql.CqlStress} and {@link io.dbharness.cql.CqlUser}.
 */
@Internal
@NullMarked
package io.dbharness.cql;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
