/**
 * What makes disks and machines: plans as data, steps that can be repeated and undone, places to work on. Knows no provider, no ledger
 * and no command. Entry type: {@link io.dbharness.provisioning.spi.Provider}.
 */
@NullMarked
package io.dbharness.provisioning.spi;

import org.jspecify.annotations.NullMarked;
