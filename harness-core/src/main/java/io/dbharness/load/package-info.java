/**
 * When to send: load models and pacers. Pure arithmetic on intended starts; may not read a clock or wait. Entry type:
 * {@link io.dbharness.load.LoadModel}.
 */
@NullMarked
package io.dbharness.load;

import org.jspecify.annotations.NullMarked;
