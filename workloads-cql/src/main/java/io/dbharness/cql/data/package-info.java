/**
 * The tables of the stress workloads: rows whose values are a function of seed, key and version, loading them, and reading back
 * acknowledged writes. Marker, claim and part have the same meaning as in {@code io.dbharness.jdbc.dataset}. Independent of the load model.
 * Entry type: {@link io.dbharness.cql.data.StressDataSet}.
 */
@Internal
@NullMarked
package io.dbharness.cql.data;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
