/**
 * The documented limits of Azure's disk tiers, VM sizes and database tiers, with their sources. Checks requests against Azure's rules,
 * determines which limit applies first and computes how long a burst lasts. Data and pure functions; creates nothing and sends no requests.
 * Entry type: {@link io.dbharness.provisioning.catalogue.Catalogue}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning.catalogue;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
