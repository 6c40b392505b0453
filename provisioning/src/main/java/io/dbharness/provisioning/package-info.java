/**
 * Brings the subjects of a provisioning file up, reports their status and takes them down again, if necessary from the ledger alone.
 * Depends on no particular provider. Entry type: {@link io.dbharness.provisioning.Provisioning}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
