/**
 * Machines, disks and databases in Azure for the duration of a comparison. Each run has one resource group; everything in it is tagged and
 * deleted with it. Planning touches no class of Azure's libraries; {@link io.dbharness.provisioning.azure.AzureClient} is the entry to
 * them. Holds no secret and requests none: authorization is left to Azure's default credential chain. Entry type: {@link
 * io.dbharness.provisioning.azure.AzureProvider}.
 */
@NullMarked
package io.dbharness.provisioning.azure;

import org.jspecify.annotations.NullMarked;
