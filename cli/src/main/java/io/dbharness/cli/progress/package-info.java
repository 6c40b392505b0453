/**
 * Prints progress on standard error, for terminals and logs. Keeps nothing that a result needs. Entry type:
 * {@link io.dbharness.cli.progress.LogLines}.
 */
@Internal
@NullMarked
package io.dbharness.cli.progress;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
