/**
 * One run, fully resolved and storable: {@link io.dbharness.plan.RunPlan}. Holds no connections and no secrets.
 */
@NullMarked
package io.dbharness.plan;

import org.jspecify.annotations.NullMarked;
