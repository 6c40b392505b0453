/**
 * The tables of the stress workloads: rows whose values are a function of seed, key and version, loading them, and reading back what was
 * acknowledged. Knows no load model. Entry type: {@link io.dbharness.cql.data.StressDataSet}.
 */
@NullMarked
package io.dbharness.cql.data;

import org.jspecify.annotations.NullMarked;
