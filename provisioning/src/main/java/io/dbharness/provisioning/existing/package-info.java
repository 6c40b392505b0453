/**
 * Subjects that are there already: a directory or a database somebody else made and somebody else removes. Entry type:
 * {@link io.dbharness.provisioning.existing.ExistingProvider}.
 */
@NullMarked
package io.dbharness.provisioning.existing;

import org.jspecify.annotations.NullMarked;
