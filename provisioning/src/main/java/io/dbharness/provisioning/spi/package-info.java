/**
 * Interfaces of providers, which make disks and machines: plans as data, steps that can be repeated and undone, and locations of subjects.
 * Depends on no provider, ledger or command. Entry type: {@link io.dbharness.provisioning.spi.Provider}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning.spi;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
