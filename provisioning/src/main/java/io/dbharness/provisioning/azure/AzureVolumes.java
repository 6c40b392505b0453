package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Makes one mounted file system of a machine's data disks, or of its own local disks, by a script that may run again. */
final class AzureVolumes {

    private static final String NAME = "volume";
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final AzureCommands commands;

    AzureVolumes(AzureClients clients) {
        this.commands = new AzureCommands(clients);
    }

    Map<String, String> put(Step step, Facts earlier) {
        String output = commands.run(step, earlier, new AzureCommands.Script(NAME, script(step), Map.of(), LIMIT));
        return Map.of("mount", AzureDraft.MOUNT, "output", output);
    }

    private static String script(Step step) {
        return "DISKS=" + step.argument(Arguments.DISKS) + "\nFILE_SYSTEM=" + step.argument(Arguments.FILE_SYSTEM)
                + "\nMOUNT=" + AzureDraft.MOUNT + "\n" + resource();
    }

    private static String resource() {
        try (InputStream in = AzureVolumes.class.getResourceAsStream("volume.sh")) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file volume.sh");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
