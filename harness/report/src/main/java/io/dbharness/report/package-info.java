/**
 * Reports: pure functions of written results. May not compute a number that the result does not hold. Entry types:
 * {@link io.dbharness.report.TextReport} and {@link io.dbharness.report.MarkdownReport}.
 */
@NullMarked
package io.dbharness.report;

import org.jspecify.annotations.NullMarked;
