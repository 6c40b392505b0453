/**
 * The work file of a run: creates, fills, recognizes and removes it. Does not write to a file or device that this tool did not fill, unless
 * the user allows it. Entry type: {@link io.dbharness.disk.data.WorkFile}.
 */
@Internal
@NullMarked
package io.dbharness.disk.data;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
