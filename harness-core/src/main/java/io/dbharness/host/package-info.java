/** Numbers of block devices, as the Linux kernel has them. Entry type: {@link io.dbharness.host.DeviceNumber}. */
@NullMarked
package io.dbharness.host;

import org.jspecify.annotations.NullMarked;
