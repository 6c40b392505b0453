/**
 * The interface through which a study obtains disks, machines and databases for its subjects, independent of any provider. Entry type:
 * {@link io.dbharness.provision.Provisioner}.
 */
@Internal
@NullMarked
package io.dbharness.provision;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
