/**
 * Reproducible randomness. Every stream derives from one {@link io.dbharness.random.Seed}, never from thread timing.
 */
@NullMarked
package io.dbharness.random;

import org.jspecify.annotations.NullMarked;
