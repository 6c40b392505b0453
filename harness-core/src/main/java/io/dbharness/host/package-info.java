/** Numbers of block devices, as the Linux kernel has them. Entry type: {@link io.dbharness.host.DeviceNumber}. */
@Internal
@NullMarked
package io.dbharness.host;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
