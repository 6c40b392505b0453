/**
 * What to run next, and running it: from a plan to a written result. Entry type: {@link io.dbharness.experiment.Runner}.
 */
@NullMarked
package io.dbharness.experiment;

import org.jspecify.annotations.NullMarked;
