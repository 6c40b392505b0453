package io.dbharness.embedded.cassandra;

import io.dbharness.embedded.FreePorts;
import io.dbharness.embedded.Machine;
import io.dbharness.embedded.ServerSettings;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The requested ring.
 *
 * @param nodes     1 or 3
 * @param heapBytes the heap of each node; derived from the machine if empty
 * @param lines     further lines of cassandra.yaml
 * @param settings  further settings of cassandra.yaml
 * @param options   of each node's JVM
 */
record RingSpec(int nodes, OptionalLong heapBytes, String lines, ServerSettings settings, List<String> options) {

    /** Settings that make the nodes a ring which the harness can reach. */
    private static final Set<String> RESERVED = Set.of(
            "auto_bootstrap",
            "cluster_name",
            "endpoint_snitch",
            "initial_token",
            "listen_address",
            "native_transport_port",
            "num_tokens",
            "partitioner",
            "rpc_address",
            "seed_provider",
            "start_native_transport",
            "storage_port");

    /** Begin the sentence of a failed start in a node's output. */
    private static final List<String> REFUSALS = List.of("encountered during startup: ", "Caused by: ");

    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    /** With a smaller heap a node spends its time in garbage collection, if it starts at all. */
    private static final long LEAST_HEAP = 256 * MIB;

    private static final long USUAL_HEAP = GIB;
    private static final Pattern AUTHENTICATOR = Pattern.compile("(?m)^authenticator\\s*:");
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})(k|m|g)(i?b)?");

    /** Parses {@code nodes}, {@code heap}, {@code settings}, {@code setting.NAME} and {@code jvm}; throws with every problem found. */
    static RingSpec of(TargetSpec spec) {
        Problems problems = new Problems();
        String nodes = spec.options().getOrDefault("nodes", "1");
        problems.require(
                nodes.equals("1") || nodes.equals("3"),
                "nodes must be 1 or 3 for an embedded Cassandra, not '" + nodes + "'");
        String heap = spec.options().getOrDefault("heap", "");
        OptionalLong bytes = size(heap);
        problems.require(
                heap.isEmpty() || (bytes.isPresent() && bytes.getAsLong() >= LEAST_HEAP),
                "heap must be a size such as 512m or 2g, in powers of 1024 as Java has it, and at least 256m for each Cassandra node, not '"
                        + heap + "'");
        problems.throwIfAny();
        List<String> options = SPACES.splitAsStream(spec.options().getOrDefault("jvm", ""))
                .filter(option -> !option.isEmpty())
                .toList();
        return new RingSpec(
                Integer.parseInt(nodes),
                bytes,
                spec.options().getOrDefault("settings", ""),
                ServerSettings.of(spec, RESERVED),
                options);
    }

    /** Returns the end of cassandra.yaml. */
    String yaml() {
        StringBuilder yaml = new StringBuilder(lines).append('\n');
        settings.values()
                .forEach((name, value) ->
                        yaml.append(name).append(": ").append(value).append('\n'));
        return yaml.toString();
    }

    /** Returns the failure of a start as wrong usage if the output of a node refuses one of the settings; otherwise the failure. */
    HarnessException explained(HarnessException failure, List<String> output) {
        HarnessException explained = failure;
        for (String refusal : REFUSALS) {
            explained = explained == failure ? settings.explained(failure, output, refusal) : explained;
        }
        return explained;
    }

    // Powers of 1024 whatever the spelling, as in the JVM's options.
    private static OptionalLong size(String text) {
        Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            return OptionalLong.empty();
        }
        long unit = switch (size.group(2)) {
            case "k" -> 1L << 10;
            case "m" -> MIB;
            default -> GIB;
        };
        return OptionalLong.of(Long.parseLong(size.group(1)) * unit);
    }

    /** Returns true if the settings name an authenticator. */
    boolean ownLogin() {
        return AUTHENTICATOR.matcher(yaml()).find();
    }

    /** Throws if this system lacks an address of the nodes. */
    void requireAddresses() {
        for (InetAddress address : addresses()) {
            if (!FreePorts.canListen(address, 0)) {
                throw new HarnessException("this system has no address " + address.getHostAddress() + ", which node "
                        + address.getAddress()[3] + " of " + nodes
                        + " needs; add it (on macOS: sudo ifconfig lo0 alias " + address.getHostAddress()
                        + " up), run one node, or pass --target");
            }
        }
    }

    /** Returns 127.0.0.1 and so on, one per node. */
    List<InetAddress> addresses() {
        return IntStream.rangeClosed(1, nodes).mapToObj(FreePorts::loopback).toList();
    }

    /**
     * Returns the heap of each node, in MiB. All heaps together take a quarter of the memory and leave the rest to the page cache, off-heap
     * memory and the load.
     */
    long heapMebibytes(Machine machine) {
        long usual = Math.max(LEAST_HEAP, Math.min(USUAL_HEAP, machine.memoryBytes() / 4 / nodes));
        return heapBytes.orElse(usual) / MIB;
    }
}
