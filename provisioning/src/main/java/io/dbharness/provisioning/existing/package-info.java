/**
 * Subjects that exist already: a directory or a database that the user made and removes. Entry type: {@link
 * io.dbharness.provisioning.existing.ExistingProvider}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning.existing;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
