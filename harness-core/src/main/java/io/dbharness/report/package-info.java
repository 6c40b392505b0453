/**
 * Reports: pure functions of written results. May not compute a number that the result does not hold. Entry type:
 * {@link io.dbharness.report.Reporter}.
 */
@NullMarked
package io.dbharness.report;

import org.jspecify.annotations.NullMarked;
