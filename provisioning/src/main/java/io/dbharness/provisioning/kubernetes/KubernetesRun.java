package io.dbharness.provisioning.kubernetes;

import io.dbharness.model.Problems;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A run whose load comes from agents in a Kubernetes cluster. Immutable.
 *
 * @param name      name of all created objects; at most {@value #LONGEST_NAME} characters, because pods append their number
 * @param namespace namespace of the objects; empty for the default of {@code kubectl}
 * @param container container of each agent and of the coordinator
 * @param agents    number of agents
 * @param port      port on which the agents communicate
 * @param command   arguments of {@code java -jar harness.jar}, without the options that make it one of several agents
 */
public record KubernetesRun(
        String name, Optional<String> namespace, Container container, int agents, int port, List<String> command) {

    /**
     * A container.
     *
     * @param image  image of the harness, as produced by the build
     * @param cpu    processors, both request and limit, as a Kubernetes quantity: {@code 2} or {@code 500m}
     * @param memory memory, both request and limit: {@code 2Gi}
     */
    public record Container(String image, String cpu, String memory) {}

    /** File name of the agents' key, in the secret and in the containers. */
    static final String KEY_FILE = "agents.p12";

    /** Length of a DNS label (RFC 1123) minus a suffix, a dash and a pod's number. */
    private static final int LONGEST_NAME = 48;

    private static final int MOST_AGENTS = 1_000;
    private static final int GREATEST_PORT = 65_535;

    /** The syntax of a DNS label (RFC 1035), required for names of services. */
    private static final Pattern SERVICE = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

    private static final Pattern IMAGE = Pattern.compile("[\\w][\\w.:/@-]{0,511}");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern QUANTITY = Pattern.compile("[0-9]+(\\.[0-9]+)?(m|[kMGT]i?)?");
    private static final Pattern ENVIRONMENT = Pattern.compile("(?:.*=)?env:([A-Za-z_][A-Za-z0-9_]*)");

    /** Options that the manifests set themselves. */
    private static final List<String> OWN = List.of("--agents", "--bind", "--join", "--key");

    public KubernetesRun {
        command = List.copyOf(command);
    }

    /** Reports values that Kubernetes would refuse and options that would not work in a cluster. */
    public void check(Problems problems) {
        problems.require(
                SERVICE.matcher(name).matches() && name.length() <= LONGEST_NAME,
                "--name must be at most " + LONGEST_NAME
                        + " lower-case letters, digits and dashes, beginning with a letter, not '" + name + "'");
        namespace.ifPresent(space -> problems.require(
                LABEL.matcher(space).matches(),
                "--namespace must be lower-case letters, digits and dashes, not '" + space + "'"));
        problems.require(
                IMAGE.matcher(container.image()).matches(),
                "--image must name an image, such as registry.example/harness:1"
                        + (container.image().isBlank() ? "" : ", not '" + container.image() + "'"));
        problems.require(
                agents >= 1 && agents <= MOST_AGENTS, "--agents must be from 1 to " + MOST_AGENTS + ", not " + agents);
        problems.require(
                port >= 1 && port <= GREATEST_PORT, "--port must be from 1 to " + GREATEST_PORT + ", not " + port);
        quantity("--cpu", container.cpu(), "2 or 500m", problems);
        quantity("--memory", container.memory(), "2Gi", problems);
        problems.require(
                !command.isEmpty() && !command.get(0).startsWith("-"),
                "give the command after --, such as: -- tpcc --warehouses 100 --target jdbc:postgresql://db/tpcc");
        command.stream()
                .map(word -> word.split("=", 2)[0])
                .filter(OWN::contains)
                .forEach(word -> problems.add("leave " + word + " out after --: the manifests set it"));
        command.stream()
                .filter(word -> word.matches("(.*=)?file:.*"))
                .forEach(word -> problems.add("'" + word
                        + "' names a file of this machine, which does not exist in the cluster; use env:NAME"));
    }

    private static void quantity(String option, String text, String example, Problems problems) {
        problems.require(
                QUANTITY.matcher(text).matches(),
                option + " must be a quantity such as " + example + ", not '" + text + "'");
    }

    /** Returns the secrets that must exist in the cluster, each with the command that creates it. */
    public List<String> secrets(boolean hasKey) {
        Stream<String> key = hasKey
                ? Stream.empty()
                : Stream.of(keyName() + ": kubectl create secret generic " + keyName() + " --from-file=" + KEY_FILE);
        Stream<String> values = variables().isEmpty()
                ? Stream.empty()
                : Stream.of(secretsName() + ": kubectl create secret generic " + secretsName()
                        + variables().stream()
                                .map(variable -> " --from-literal=" + variable + "=...")
                                .collect(Collectors.joining()));
        return Stream.concat(key, values).toList();
    }

    String keyName() {
        return name + "-key";
    }

    /** Returns the name of the secret with the environment variables of the command. */
    String secretsName() {
        return name + "-secrets";
    }

    /** Returns the names of {@code env:NAME} in the command; the cluster must provide them as secrets. */
    List<String> variables() {
        return List.copyOf(command.stream()
                .map(ENVIRONMENT::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Returns the name of the agents' job; its pods are numbered. */
    String agentsName() {
        return name + "-agents";
    }

    /** Returns the agents' addresses, by the host names that a cluster gives the pods of an indexed job. */
    String members() {
        return IntStream.range(0, agents)
                .mapToObj(number -> agentsName() + "-" + number + "." + name + ":" + port)
                .collect(Collectors.joining(","));
    }
}
