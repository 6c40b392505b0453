/**
 * Data sets of SQL workloads. A workload defines its tables, parts and scripts in a {@link io.dbharness.jdbc.dataset.DataSetDefinition}.
 * This package provides the marker of loaded data, the claim of the loading process, parts for resuming a killed load, progress, counting
 * and dropping. Only claimed objects are dropped. Not used on the measured path. Entry type:
 * {@link io.dbharness.jdbc.dataset.MarkedDataSet}.
 */
@NullMarked
package io.dbharness.jdbc.dataset;

import org.jspecify.annotations.NullMarked;
