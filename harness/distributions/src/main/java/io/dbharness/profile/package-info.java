/**
 * The parts of a profile's grammar that SQL and CQL share: weights of operations, placeholders, values made from other values, and the
 * profiles that ship with a module. Entry type: {@link io.dbharness.profile.ShippedProfile}.
 */
@Internal
@NullMarked
package io.dbharness.profile;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
