/**
 * Interfaces of providers, which make disks and machines: plans as data, steps that can be repeated and undone, and locations of subjects.
 * Depends on no provider, ledger or command. Entry type: {@link io.dbharness.provisioning.spi.Provider}.
 */
@NullMarked
package io.dbharness.provisioning.spi;

import org.jspecify.annotations.NullMarked;
