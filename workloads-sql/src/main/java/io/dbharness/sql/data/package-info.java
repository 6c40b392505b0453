/**
 * The tables of a profile: creating, loading and checking them. Not on the measured path. Entry type:
 * {@link io.dbharness.sql.data.SqlProfileDataSet}.
 */
@NullMarked
package io.dbharness.sql.data;

import org.jspecify.annotations.NullMarked;
