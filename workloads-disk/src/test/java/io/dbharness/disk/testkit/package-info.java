/** What the tests of the probe share. Entry type: {@link io.dbharness.disk.testkit.DiskRun}. */
@NullMarked
package io.dbharness.disk.testkit;

import org.jspecify.annotations.NullMarked;
