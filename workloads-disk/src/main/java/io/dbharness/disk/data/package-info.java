/**
 * The file that is read and written: made, filled, recognised, removed. Touches no file and no device that it did not make, unless told
 * to. Entry type: {@link io.dbharness.disk.data.WorkFile}.
 */
@NullMarked
package io.dbharness.disk.data;

import org.jspecify.annotations.NullMarked;
