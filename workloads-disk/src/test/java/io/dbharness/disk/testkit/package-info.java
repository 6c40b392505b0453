/** Shared parts of the tests of the disk workload. Entry type: {@link io.dbharness.disk.testkit.DiskRun}. */
@NullMarked
package io.dbharness.disk.testkit;

import org.jspecify.annotations.NullMarked;
