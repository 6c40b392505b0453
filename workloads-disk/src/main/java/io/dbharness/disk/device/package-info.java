/**
 * Files and block devices as targets: opening them past the page cache, what lies beneath them, and what the device counts. Knows no
 * workload and creates nothing. Entry type: {@link io.dbharness.disk.device.FileTarget}.
 */
@NullMarked
package io.dbharness.disk.device;

import org.jspecify.annotations.NullMarked;
