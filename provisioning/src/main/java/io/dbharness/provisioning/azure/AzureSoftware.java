package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import io.dbharness.provisioning.azure.AzureGroups.Tags;
import io.dbharness.provisioning.azure.AzureSubject.Volume;
import io.dbharness.provisioning.software.DatabaseSoftware;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.sut.Secret;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Configures machines from inside, by scripts that can be run again. The scripts stripe, format and mount a machine's data disks or local
 * disks. They install and start a database on one machine after the other and report what they found. The machines' agent runs them as
 * managed run commands.
 */
record AzureSoftware(AzureClient client) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HIDDEN = "***";
    private static final String DATA = "/" + Volume.DATA;

    Map<String, String> put(Step step, Facts earlier) {
        return Kind.of(step.kind()) == Kind.VOLUME ? volume(step, earlier) : software(step, earlier);
    }

    private Map<String, String> volume(Step step, Facts earlier) {
        String mount = step.text(AzureArguments.MOUNT).orElse(DATA);
        String text = "DISKS=" + step.number(AzureArguments.DISKS) + "\nFILE_SYSTEM="
                + step.argument(AzureArguments.FILE_SYSTEM) + "\nMOUNT=" + mount + "\nGIB="
                + step.number(AzureArguments.GIB) + "\nFIRST="
                + step.number(AzureArguments.FIRST) + "\n"
                + Resources.text(AzureSoftware.class, "disks.sh")
                + Resources.text(AzureSoftware.class, "volume.sh");
        String name = "volume" + (mount.equals(DATA) ? "" : mount.replace('/', '-'));
        Script script = new Script(name, text, Map.of(), Duration.ofMinutes(15));
        return Map.of(AzureArguments.MOUNT, mount, "output", run(step, earlier, script));
    }

    private Map<String, String> software(Step step, Facts earlier) {
        DatabaseSoftware software =
                DatabaseSoftware.of(step.argument(AzureArguments.SOFTWARE)).orElseThrow();
        List<String> addresses = addresses(step.texts(AzureArguments.NODES), earlier);
        List<String> volumes =
                step.has(AzureArguments.VOLUMES) ? step.texts(AzureArguments.VOLUMES) : List.of(Volume.DATA);
        String text = software.script(new DatabaseSoftware.Machine(
                addresses(List.of(step.argument(AzureArguments.NODE)), earlier).get(0),
                addresses,
                volumes.stream().collect(Collectors.toMap(volume -> volume, volume -> "/" + volume)),
                step.text(AzureArguments.DOWNLOAD).orElse("")));
        Map<String, String> secrets = step.text(AzureArguments.PASSWORD)
                .flatMap(Secret::parse)
                .map(password -> Map.of("PASSWORD", password.reveal()))
                .orElse(Map.of());
        String output = run(step, earlier, new Script(software.word(), text, secrets, Duration.ofMinutes(40)));
        // The last line of a script's output is its report.
        String last = output.substring(output.lastIndexOf('\n') + 1);
        try {
            return Map.copyOf(JSON.readValue(last, new TypeReference<Map<String, String>>() {}));
        } catch (JsonProcessingException e) {
            throw new HarnessException(
                    step.summary() + ": the last line of its script is not a report: '" + last + "'", e);
        }
    }

    /** Returns the private addresses of nodes, in their order. */
    static List<String> addresses(List<String> nodes, Facts facts) {
        return nodes.stream()
                .map(node -> facts.of(node + "/interface", AzureArguments.PRIVATE_ADDRESS)
                        .filter(address -> !address.isEmpty())
                        .orElseThrow(() -> new HarnessException("Azure reports no private address for " + node)))
                .toList();
    }

    /**
     * A script to run.
     *
     * @param name    name of the run command; a later command of the same name replaces it
     * @param text    the script, without secrets
     * @param secrets environment variables that Azure stores encrypted and never returns
     * @param limit   timeout
     */
    private record Script(String name, String text, Map<String, String> secrets, Duration limit) {}

    /** An environment variable in Azure's format. */
    private record Parameter(String name, String value) {}

    /** Runs the script and returns its output; throws with that output if the script fails. */
    private String run(Step step, Facts earlier, Script script) {
        String machine = step.argument(AzureArguments.NAME);
        String command = AzureGroups.id(step) + "/providers/" + Kind.MACHINE.type() + "/" + machine + "/runCommands/"
                + script.name;
        List<Parameter> secrets = script.secrets.entrySet().stream()
                .map(secret -> new Parameter(secret.getKey(), secret.getValue()))
                .toList();
        Map<String, Object> properties = new LinkedHashMap<>(Map.of(
                "source", Map.of("script", script.text),
                "timeoutInSeconds", script.limit.toSeconds(),
                "asyncExecution", false));
        if (!secrets.isEmpty()) {
            properties.put("protectedParameters", secrets);
        }
        client.put(
                command,
                Kind.MACHINE.version(),
                Map.of(
                        "location", step.argument(AzureArguments.REGION),
                        "tags",
                                Tags.of(
                                        step.arguments(),
                                        earlier.text(AzureArguments.GROUP_STEP, AzureArguments.CREATED),
                                        earlier.text(AzureArguments.GROUP_STEP, AzureArguments.EXPIRES)),
                        "properties", properties));
        JsonNode view = client.get(command + "?api-version=" + Kind.MACHINE.version() + "&$expand=instanceView")
                .at("/properties/instanceView");
        if (view.path("executionState").asText().equals("Succeeded")
                && view.path("exitCode").asInt(-1) == 0) {
            return view.path("output").asText("").strip();
        }
        throw new HarnessException("the script '" + script.name + "' failed on " + machine + ": "
                + (view.isObject()
                        ? view.path("executionState").asText() + ", exit code "
                                + view.path("exitCode").asText() + ", "
                                + hidden(view.path("error").asText(), script)
                        : "the service gives no reason"));
    }

    /** Hides the secrets, which an error message of a program may repeat. */
    private static String hidden(String text, Script script) {
        String hidden = text;
        for (String secret : script.secrets.values()) {
            hidden = hidden.replace(secret, HIDDEN);
        }
        return hidden.strip();
    }
}
