/**
 * Reads the provisioning file and checks everything common to all providers; makes nothing. Also reads the bundled data files. Entry type:
 * {@link io.dbharness.provisioning.file.ProvisioningFile}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning.file;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
