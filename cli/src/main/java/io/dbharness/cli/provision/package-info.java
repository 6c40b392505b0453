/**
 * The commands that bring subjects up and take them down. Words and tables only: what happens is the business of
 * {@link io.dbharness.provisioning.Provisioning}. Entry type: {@link io.dbharness.cli.provision.ProvisionCommand}.
 */
@Internal
@NullMarked
package io.dbharness.cli.provision;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
