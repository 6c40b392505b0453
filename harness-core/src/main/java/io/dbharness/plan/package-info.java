/**
 * One run, fully resolved and storable: {@link io.dbharness.plan.RunPlan}. Holds no connections and no secrets.
 */
@Internal
@NullMarked
package io.dbharness.plan;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
