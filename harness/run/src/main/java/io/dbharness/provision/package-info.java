/**
 * The interface through which a study obtains disks, machines and databases for its subjects, independent of any provider. Entry type:
 * {@link io.dbharness.provision.Provisioner}.
 */
@NullMarked
package io.dbharness.provision;

import org.jspecify.annotations.NullMarked;
