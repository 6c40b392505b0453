/**
 * The block I/O probe: reads and writes of one size, in random or sequential order, with a number of outstanding I/Os. Independent of how
 * they are timed. Entry type: {@link io.dbharness.disk.Disk}.
 */
@NullMarked
package io.dbharness.disk;

import org.jspecify.annotations.NullMarked;
