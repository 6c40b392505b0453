/**
 * Studies: what several configurations and publications say together, as finished tables, charts and verdicts on claims. Computes from
 * results and imported figures; knows neither files nor the form of a report. Entry type: {@link io.dbharness.study.StudyDesign}.
 */
@Internal
@NullMarked
package io.dbharness.study;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
