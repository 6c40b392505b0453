/**
 * The file that is read and written: made, filled, recognised, removed. Touches no file and no device that it did not make, unless the
 * user says so. Entry type: {@link io.dbharness.disk.data.WorkFile}.
 */
@NullMarked
package io.dbharness.disk.data;

import org.jspecify.annotations.NullMarked;
