/**
 * Machines, disks and databases of Azure for the time of a comparison: one resource group a run, everything tagged, gone with its group.
 * Planning touches no class of Azure's libraries; {@link io.dbharness.provisioning.azure.AzureClient} is where they begin. Holds no
 * secret and asks for none: who may do what is up to Azure's default credential chain. Entry type:
 * {@link io.dbharness.provisioning.azure.AzureProvider}.
 */
@NullMarked
package io.dbharness.provisioning.azure;

import org.jspecify.annotations.NullMarked;
