/**
 * Subjects that exist already: a directory or a database that the user made and removes. Entry type: {@link
 * io.dbharness.provisioning.existing.ExistingProvider}.
 */
@NullMarked
package io.dbharness.provisioning.existing;

import org.jspecify.annotations.NullMarked;
