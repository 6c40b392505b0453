/**
 * The statistics that judge results: pure functions over arrays, percentile tables and distributions. Reads no file and no clock, and
 * decides no verdict of a run; it computes the uncertainty of a figure, whether a run was steady, whether two configurations differ, where
 * the slow tail begins and where a sweep bends. Entry types: {@link io.dbharness.result.analysis.SteadyState} for one run, {@link
 * io.dbharness.result.analysis.Comparison} for two configurations, {@link io.dbharness.result.analysis.Sweep} for many levels.
 */
@Internal
@NullMarked
package io.dbharness.result.analysis;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
