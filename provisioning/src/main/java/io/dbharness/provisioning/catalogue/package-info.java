/**
 * What disks and machines can do: the documented limits of Azure's disk tiers, VM sizes and database tiers with their sources, the rules
 * an ask must keep, which limit binds first and how long a burst lasts. Data and pure functions; creates nothing and sends no requests. Entry
 * type: {@link io.dbharness.provisioning.catalogue.Catalogue}.
 */
@NullMarked
package io.dbharness.provisioning.catalogue;

import org.jspecify.annotations.NullMarked;
