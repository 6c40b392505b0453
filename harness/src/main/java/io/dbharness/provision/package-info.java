/**
 * What a study asks for when its subjects need disks, machines and databases. Knows nothing of how they are made. Entry type:
 * {@link io.dbharness.provision.Provisioner}.
 */
@NullMarked
package io.dbharness.provision;

import org.jspecify.annotations.NullMarked;
