/**
 * Running: from a plan to a written result, from an experiment to a list of them. Prepares the data set, checks it, measures, judges and writes.
 * Knows no workload and no product. Entry type: {@link io.dbharness.run.Runner}.
 */
@NullMarked
package io.dbharness.run;

import org.jspecify.annotations.NullMarked;
