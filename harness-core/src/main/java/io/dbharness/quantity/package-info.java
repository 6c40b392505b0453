/**
 * Numbers with units as users write them: times, sizes, rates, bandwidths and shares, each spelled and read in one place. Knows nothing
 * of options, files or what the numbers are for. Entry type: {@link io.dbharness.quantity.Quantities}.
 */
@NullMarked
package io.dbharness.quantity;

import org.jspecify.annotations.NullMarked;
