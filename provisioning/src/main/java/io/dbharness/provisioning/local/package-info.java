/**
 * Disks of this machine: a file behind a loop device, formatted, mounted and limited to the rates of another disk. Depends on Linux, not on
 * a database. Entry type: {@link io.dbharness.provisioning.local.LocalProvider}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning.local;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
