package io.dbharness.provisioning.azure;

import com.azure.core.util.Context;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineRunCommandInner;
import com.azure.resourcemanager.compute.models.ExecutionState;
import com.azure.resourcemanager.compute.models.VirtualMachineRunCommandInstanceView;
import com.azure.resourcemanager.compute.models.VirtualMachineRunCommandScriptSource;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Makes one mounted file system of a machine's data disks, or of its own local disks, by a script that may run again. */
final class AzureVolumes {

    private static final String NAME = "volume";
    private static final int TIMEOUT_SECONDS = 900;

    private final AzureClients clients;

    AzureVolumes(AzureClients clients) {
        this.clients = clients;
    }

    Map<String, String> put(Step step) {
        String group = step.argument(Arguments.GROUP);
        String machine = step.argument(Arguments.NODE);
        VirtualMachineRunCommandInner command = new VirtualMachineRunCommandInner();
        command.withLocation(step.argument(Arguments.REGION));
        command.withSource(new VirtualMachineRunCommandScriptSource().withScript(script(step)));
        command.withTimeoutInSeconds(TIMEOUT_SECONDS);
        command.withAsyncExecution(false);
        clients.compute().getVirtualMachineRunCommands().createOrUpdate(group, machine, NAME, command);
        VirtualMachineRunCommandInstanceView view = clients.compute()
                .getVirtualMachineRunCommands()
                .getByVirtualMachineWithResponse(group, machine, NAME, "instanceView", Context.NONE)
                .getValue()
                .instanceView();
        if (view == null
                || !ExecutionState.SUCCEEDED.equals(view.executionState())
                || Optional.ofNullable(view.exitCode()).orElse(-1) != 0) {
            throw new HarnessException("the disks of " + machine + " could not be made ready: "
                    + (view == null ? "the service does not say why" : view.executionState() + ", " + view.error()));
        }
        return Map.of(
                "mount",
                AzureDraft.MOUNT,
                "output",
                Optional.ofNullable(view.output()).orElse("").strip());
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
