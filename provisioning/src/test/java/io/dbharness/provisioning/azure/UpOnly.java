package io.dbharness.provisioning.azure;

import java.nio.file.Path;

/** A process that brings up one machine at an endpoint on the loopback. */
final class UpOnly {

    private UpOnly() {}

    public static void main(String[] arguments) {
        new Cloud(arguments[0], Path.of(arguments[1])).up(AzureFiles.ONE_MACHINE);
    }
}
