/**
 * The tables of a profile: making and filling them, and the checks. Never used where it is measured. Entry type:
 * {@link io.dbharness.sql.data.ProfileDataSet}.
 */
@NullMarked
package io.dbharness.sql.data;

import org.jspecify.annotations.NullMarked;
