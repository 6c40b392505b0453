package io.dbharness.cli.provision;

import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.kubernetes.KubernetesRun;
import io.dbharness.provisioning.kubernetes.Manifests;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the manifests of a run with agents in a cluster. Starts nothing. One thread. */
@Command(
        customSynopsis = "java -jar harness.jar " + KubernetesCommand.NAME
                + " --agents N --image IMAGE [OPTIONS] -- COMMAND... | kubectl apply -f -")
public final class KubernetesCommand implements Callable<Integer> {

    /** Name of the command. */
    public static final String NAME = "kubernetes";

    /** Description of the command. */
    public static final String DESCRIPTION =
            "Print Kubernetes manifests for a run with agents as load machines. Starts nothing.";

    private final Problems problems;
    private final Consumer<List<String>> check;
    private final PrintStream out;
    private final PrintStream err;

    @Option(names = "--agents", paramLabel = "N", defaultValue = "1", description = "number of agents (1)")
    private int agents;

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "the harness' image, in a registry that the cluster can reach")
    private String image = "";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "harness",
            description = "name of all resources (harness)")
    private String name = "";

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "namespace of the resources; left out, kubectl's own")
    private Optional<String> namespace = Optional.empty();

    @Option(names = "--cpu", paramLabel = "QUANTITY", defaultValue = "2", description = "processors of each agent (2)")
    private String cpu = "";

    @Option(
            names = "--memory",
            paramLabel = "QUANTITY",
            defaultValue = "2Gi",
            description = "memory of each agent (2Gi)")
    private String memory = "";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7800",
            description = "port on which agents reach each other (7800)")
    private int port;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description =
                    "what 'agent key' made, printed as a secret; left out, the cluster must have the secret NAME-key")
    private @Nullable Path key;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "command of the run behind --, such as tpcc --warehouses 100")
    private List<String> command = List.of();

    /**
     * One that prints.
     *
     * @param problems what is wrong with the line
     * @param check    throws a {@link UsageException} if a command could not be run
     * @param out      takes the manifests
     * @param err      takes what is left to do by hand
     */
    public KubernetesCommand(Problems problems, Consumer<List<String>> check, PrintStream out, PrintStream err) {
        this.problems = problems;
        this.check = check;
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        KubernetesRun run = new KubernetesRun(
                name, namespace, new KubernetesRun.Container(image, cpu, memory), agents, port, command);
        run.check(problems);
        if (!command.isEmpty()) {
            try {
                check.accept(command);
            } catch (UsageException e) {
                problems.addAll(e);
            }
        }
        Optional<byte[]> bytes = Optional.ofNullable(key).flatMap(this::read);
        problems.throwIfAny();
        out.print(Manifests.yaml(run, bytes));
        run.secrets(bytes.isPresent()).forEach(secret -> err.println("note: the cluster needs the secret " + secret));
        return 0;
    }

    private Optional<byte[]> read(Path file) {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (IOException e) {
            problems.add(
                    "--key " + file + " cannot be read (" + e.getMessage() + "); make one with 'agent key --out FILE'");
            return Optional.empty();
        }
    }
}
