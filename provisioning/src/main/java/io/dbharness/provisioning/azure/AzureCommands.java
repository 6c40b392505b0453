package io.dbharness.provisioning.azure;

import com.azure.core.util.Context;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineRunCommandInner;
import com.azure.resourcemanager.compute.models.ExecutionState;
import com.azure.resourcemanager.compute.models.RunCommandInputParameter;
import com.azure.resourcemanager.compute.models.VirtualMachineRunCommandInstanceView;
import com.azure.resourcemanager.compute.models.VirtualMachineRunCommandScriptSource;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs scripts inside machines by their agent (managed run commands), and waits for their end. */
final class AzureCommands {

    private static final String HIDDEN = "***";

    private final AzureClients clients;

    AzureCommands(AzureClients clients) {
        this.clients = clients;
    }

    /**
     * What is to be run.
     *
     * @param name    of the command; the same name again replaces it
     * @param text    the script, without a secret
     * @param secrets variables of its environment that Azure keeps encrypted and never tells again
     * @param limit   for its end
     */
    record Script(String name, String text, Map<String, String> secrets, Duration limit) {

        Script {
            secrets = Map.copyOf(secrets);
        }
    }

    /** What the script printed; throws with what it said when it fails. */
    String run(Step step, Facts earlier, Script script) {
        String group = step.argument(Arguments.GROUP);
        String machine = step.argument(Arguments.NAME);
        VirtualMachineRunCommandInner command = new VirtualMachineRunCommandInner();
        command.withLocation(step.argument(Arguments.REGION));
        command.withTags(Tags.of(step, earlier));
        command.withSource(new VirtualMachineRunCommandScriptSource().withScript(script.text()));
        command.withTimeoutInSeconds((int) script.limit().toSeconds());
        command.withAsyncExecution(false);
        if (!script.secrets().isEmpty()) {
            command.withProtectedParameters(script.secrets().entrySet().stream()
                    .map(secret -> new RunCommandInputParameter()
                            .withName(secret.getKey())
                            .withValue(secret.getValue()))
                    .toList());
        }
        clients.compute().getVirtualMachineRunCommands().createOrUpdate(group, machine, script.name(), command);
        return output(
                Optional.ofNullable(clients.compute()
                        .getVirtualMachineRunCommands()
                        .getByVirtualMachineWithResponse(group, machine, script.name(), "instanceView", Context.NONE)
                        .getValue()
                        .instanceView()),
                machine,
                script);
    }

    private static String output(Optional<VirtualMachineRunCommandInstanceView> view, String machine, Script script) {
        boolean succeeded = view.filter(v -> ExecutionState.SUCCEEDED.equals(v.executionState()))
                .map(VirtualMachineRunCommandInstanceView::exitCode)
                .filter(code -> code == 0)
                .isPresent();
        if (!succeeded) {
            throw new HarnessException("the script '" + script.name() + "' failed on " + machine + ": "
                    + view.map(v -> v.executionState() + ", exit code " + v.exitCode() + ", "
                                    + hidden(String.valueOf(v.error()), script))
                            .orElse("the service does not say why"));
        }
        return view.map(VirtualMachineRunCommandInstanceView::output).orElse("").strip();
    }

    /** What a program says about its input may repeat it. */
    private static String hidden(String text, Script script) {
        String hidden = text;
        for (String secret : List.copyOf(script.secrets().values())) {
            hidden = hidden.replace(secret, HIDDEN);
        }
        return hidden.strip();
    }
}
