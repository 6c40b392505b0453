/**
 * Data sets of SQL workloads. A workload says what its tables, parts and scripts are ({@link io.dbharness.jdbc.dataset.DataSetDefinition});
 * the rest is here: the marker that says what is loaded, the claim of the process that loads, parts with which a killed load resumes,
 * progress, counting, dropping. Nothing is dropped that the marker does not claim. Never used where it is measured. Entry type:
 * {@link io.dbharness.jdbc.dataset.MarkedDataSet}.
 */
@NullMarked
package io.dbharness.jdbc.dataset;

import org.jspecify.annotations.NullMarked;
