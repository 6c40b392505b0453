/**
 * Files and block devices as targets: opens them for direct I/O, describes the devices beneath them, and reads the devices' counters.
 * Independent of any workload; creates no file. Entry type: {@link io.dbharness.disk.device.FileTarget}.
 */
@Internal
@NullMarked
package io.dbharness.disk.device;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
