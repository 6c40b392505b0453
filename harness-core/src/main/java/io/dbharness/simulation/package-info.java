/**
 * A target that exists only as arithmetic: distributions, queues, caps, shapers, token windows, burst credits, stalls and failures, all
 * functions of time. Knows neither threads nor clocks, so it serves virtual and real time alike. Entry type:
 * {@link io.dbharness.simulation.Simulation}.
 */
@Internal
@NullMarked
package io.dbharness.simulation;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
