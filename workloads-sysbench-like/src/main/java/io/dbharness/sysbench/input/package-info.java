/**
 * The inputs of statements: keys by a distribution, and the texts of rows. Pure functions, independent of databases. Entry types:
 * {@link io.dbharness.sysbench.input.KeyDistribution} and {@link io.dbharness.sysbench.input.DigitGroups}.
 */
@Internal
@NullMarked
package io.dbharness.sysbench.input;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
