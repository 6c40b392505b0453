/**
 * The software on new machines: databases on one or several machines, and the requirements of the harness itself. Contains scripts and
 * texts only; a provider transfers them to its machines. Entry type: {@link io.dbharness.provisioning.software.DatabaseSoftware}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning.software;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
