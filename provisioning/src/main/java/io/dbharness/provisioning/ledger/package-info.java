/**
 * What was begun, done and undone, on disk before it happens. Knows steps and no provider. Entry type:
 * {@link io.dbharness.provisioning.ledger.Ledger}.
 */
@NullMarked
package io.dbharness.provisioning.ledger;

import org.jspecify.annotations.NullMarked;
