/**
 * The course of a run over time, read back from its interval files, for pages and charts; also of a run that still goes on. Entry type:
 * {@link io.dbharness.result.history.IntervalHistoryReader}.
 */
@Internal
@NullMarked
package io.dbharness.result.history;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
