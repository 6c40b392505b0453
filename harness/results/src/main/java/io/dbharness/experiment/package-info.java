/**
 * Decides which run is next: a pure function of the results so far. May not run anything, print or know the command line. Entry type:
 * {@link io.dbharness.experiment.Experiment}.
 */
@NullMarked
package io.dbharness.experiment;

import org.jspecify.annotations.NullMarked;
