package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.software.DatabaseSoftware;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.target.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Installs and starts a database on one machine after the other, and reads back what is there. */
final class AzureSoftware {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofMinutes(40);

    private final AzureCommands commands;

    AzureSoftware(AzureClients clients) {
        this.commands = new AzureCommands(clients);
    }

    Map<String, String> put(Step step, Facts earlier) {
        DatabaseSoftware software = DatabaseSoftware.of(step.argument(Arguments.SOFTWARE));
        List<String> addresses = addresses(step.argument(Arguments.NODES), earlier);
        String own = address(step.argument(Arguments.NODE), earlier);
        String text = software.script(new DatabaseSoftware.Machine(
                own, addresses, AzureDraft.MOUNT, step.arguments().getOrDefault(Arguments.DOWNLOAD, "")));
        Map<String, String> secrets = Optional.ofNullable(step.arguments().get(Arguments.PASSWORD))
                .flatMap(Secret::parse)
                .map(password -> Map.of("PASSWORD", password.reveal()))
                .orElse(Map.of());
        return facts(
                step, commands.run(step, earlier, new AzureCommands.Script(software.word(), text, secrets, LIMIT)));
    }

    /** Of all nodes, in their order. */
    static List<String> addresses(String nodes, Facts facts) {
        return List.of(nodes.split(" ", -1)).stream()
                .map(node -> address(node, facts))
                .toList();
    }

    private static String address(String node, Facts facts) {
        return facts.of(node + "/interface", Arguments.PRIVATE_ADDRESS)
                .filter(address -> !address.isEmpty())
                .orElseThrow(() -> new HarnessException("Azure does not say the private address of " + node));
    }

    /** The last line of a script is what it found. */
    private static Map<String, String> facts(Step step, String output) {
        String last = output.substring(output.lastIndexOf('\n') + 1);
        try {
            return Map.copyOf(JSON.readValue(last, new TypeReference<Map<String, String>>() {}));
        } catch (JsonProcessingException e) {
            throw new HarnessException(
                    step.summary() + ": its script does not say what it found but '" + last + "'", e);
        }
    }
}
