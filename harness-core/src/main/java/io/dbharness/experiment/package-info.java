/**
 * What to run next, and running it: from a plan to a written result, from an experiment to a list of them. What to run next is a pure
 * function of the results so far. May not print or know the command line. Entry types: {@link io.dbharness.experiment.Runner} for one
 * run, {@link io.dbharness.experiment.Experiment} and {@link io.dbharness.experiment.ExperimentRunner} for several.
 */
@NullMarked
package io.dbharness.experiment;

import org.jspecify.annotations.NullMarked;
