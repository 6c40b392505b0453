/**
 * The tables of a profile: creating, loading and checking them. Not on the measured path. Entry type:
 * {@link io.dbharness.sql.data.SqlProfileDataSet}.
 */
@Internal
@NullMarked
package io.dbharness.sql.data;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
