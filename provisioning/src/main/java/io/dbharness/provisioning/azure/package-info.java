/**
 * Machines, disks and databases in Azure for the duration of a comparison. Each run has one resource group; all its resources are tagged,
 * and deleting the group deletes them. Planning touches no class of Azure's libraries, which are used from {@link
 * io.dbharness.provisioning.azure.AzureClient} on. Holds no secret and requests none: authorization is left to Azure's default credential
 * chain. Entry type: {@link io.dbharness.provisioning.azure.AzureProvider}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning.azure;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
