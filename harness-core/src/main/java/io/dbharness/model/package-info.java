/**
 * The vocabulary: operations, outcomes, failures, samples and the errors a user reads. Data only, no behaviour. Entry type:
 * {@link io.dbharness.model.Outcome}.
 */
@NullMarked
package io.dbharness.model;

import org.jspecify.annotations.NullMarked;
