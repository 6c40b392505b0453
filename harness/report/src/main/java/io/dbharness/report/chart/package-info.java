/**
 * Charts as static SVG with their data beneath them as a table, for pages without a network. Knows nothing of results: what is drawn
 * are points and names, and every name is escaped. Entry type: {@link io.dbharness.report.chart.Chart}.
 */
@Internal
@NullMarked
package io.dbharness.report.chart;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
