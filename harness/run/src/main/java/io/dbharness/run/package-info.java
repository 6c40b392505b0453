/**
 * Executes plans and experiments: prepares and checks the data set, measures, judges and writes results. Independent of workloads and
 * products. Entry type: {@link io.dbharness.run.Runner}.
 */
@NullMarked
package io.dbharness.run;

import org.jspecify.annotations.NullMarked;
