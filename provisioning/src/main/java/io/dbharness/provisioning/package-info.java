/**
 * Brings the subjects of a file up, says how they are, and takes them down again, from the ledger alone if need be. Knows no provider by
 * name. Entry type: {@link io.dbharness.provisioning.Provisioning}.
 */
@NullMarked
package io.dbharness.provisioning;

import org.jspecify.annotations.NullMarked;
