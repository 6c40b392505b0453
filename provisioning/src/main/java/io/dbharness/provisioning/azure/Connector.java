package io.dbharness.provisioning.azure;

/** Opens the way to a subscription. Planning never calls it, so that nobody who only plans needs a login or loads Azure's libraries. */
@FunctionalInterface
interface Connector {

    AzureClients connect(String subscription);
}
