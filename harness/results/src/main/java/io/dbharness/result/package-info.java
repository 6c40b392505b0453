/**
 * Results as immutable records with the histograms inside, their JSON form, and the verdict on them. Entry type:
 * {@link io.dbharness.result.RunResult}.
 */
@NullMarked
package io.dbharness.result;

import org.jspecify.annotations.NullMarked;
