/**
 * The tables of the stress workloads: rows whose values are a function of seed, key and version, loading them, and reading back what was
 * acknowledged. Marker, claim and part are what they are in {@code io.dbharness.jdbc.dataset}. Knows no load model. Entry
 * type: {@link io.dbharness.cql.data.StressDataSet}.
 */
@NullMarked
package io.dbharness.cql.data;

import org.jspecify.annotations.NullMarked;
