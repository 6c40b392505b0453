package io.dbharness.request;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.sut.LeftOut;
import io.dbharness.sut.Secret;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadFamily;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The workloads, servers and targets on the class path. Providers are created on first use.
 *
 * @param workloads sorted by name
 * @param servers   providers that start servers
 * @param targets   providers that open targets
 */
@Internal
public record Catalog(List<Workload<?>> workloads, Iterable<ServerProvider> servers, Iterable<TargetProvider> targets) {

    public Catalog {
        workloads = List.copyOf(workloads);
    }

    /** Loads all providers with {@link ServiceLoader}. */
    public static Catalog found() {
        List<Workload<?>> workloads = new ArrayList<>();
        for (Workload<?> workload : ServiceLoader.load(Workload.class)) {
            workloads.add(workload);
        }
        ServiceLoader.load(WorkloadFamily.class).forEach(family -> workloads.addAll(family.workloads()));
        workloads.sort(Comparator.comparing(workload -> workload.descriptor().name()));
        return new Catalog(
                workloads, ServiceLoader.load(ServerProvider.class), ServiceLoader.load(TargetProvider.class));
    }

    /** Returns a catalog with other workloads, and with these servers and targets after the existing ones. */
    Catalog with(List<Workload<?>> all, List<ServerProvider> moreServers, List<TargetProvider> moreTargets) {
        List<Workload<?>> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparing(workload -> workload.descriptor().name()));
        return new Catalog(sorted, joined(servers, moreServers), joined(targets, moreTargets));
    }

    /** Existing providers come first, so that no plugin can override their addresses. */
    private static <S> Iterable<S> joined(Iterable<S> here, List<S> more) {
        return () -> Stream.concat(StreamSupport.stream(here.spliterator(), false), more.stream())
                .iterator();
    }

    public List<String> names() {
        return workloads.stream().map(workload -> workload.descriptor().name()).toList();
    }

    public Optional<Workload<?>> workload(String name) {
        return workloads.stream()
                .filter(workload -> workload.descriptor().name().equals(name))
                .findFirst();
    }

    /** Returns the workload with a two-word name that ends with this word; empty if none or several match. */
    public Optional<String> inFamily(String second) {
        List<String> found =
                names().stream().filter(name -> name.endsWith(" " + second)).toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** Returns the provider that starts the server of an address; empty for the address of a running server. */
    public Optional<ServerProvider> server(String url) {
        return StreamSupport.stream(servers.spliterator(), false)
                .filter(provider -> provider.accepts(url))
                .findFirst();
    }

    /**
     * Opens a target.
     *
     * @throws HarnessException if no provider accepts the address
     */
    public Target<?> open(TargetSpec spec) {
        return provider(spec.url())
                .orElseThrow(() -> new HarnessException("nothing here can open " + scheme(spec.url())))
                .open(spec);
    }

    /** Notes every fault in the address of a running server that can be found without a connection. */
    public void check(TargetSpec target, Problems problems) {
        Optional<TargetProvider> provider = provider(target.url());
        if (provider.isEmpty()) {
            Optional<String> leftOut = LeftOut.here().sentence(target.url());
            if (leftOut.isPresent()) {
                problems.add("--target '" + masked(target.url()) + "' cannot be had here: " + leftOut.get());
                return;
            }
            problems.add("--target '" + masked(target.url())
                    + "' is no address that this version knows; "
                    + ForeignOptionHints.known()
                            .target(target.url())
                            .map(form -> "try " + form + ". It takes ")
                            .orElse("use ")
                    + forms());
            return;
        }
        try {
            provider.get().open(target).close();
        } catch (UsageException e) {
            problems.addAll(e);
        }
    }

    /** Returns the address forms that the providers accept, in the order of the class path. */
    public String forms() {
        return Stream.concat(
                        StreamSupport.stream(servers.spliterator(), false).flatMap(server -> server.forms().stream()),
                        StreamSupport.stream(targets.spliterator(), false).flatMap(target -> target.forms().stream()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** Notes a problem if the workload cannot use the server that the address starts. Starts no server and opens no connection. */
    void requireFit(String url, Workload<?> workload, Problems problems) {
        Optional<TargetSpec> started = server(url)
                .flatMap(server -> server.example(url))
                .map(address ->
                        new TargetSpec(address, Optional.empty(), Optional.empty(), Optional.empty(), Map.of()));
        if (started.isEmpty() || provider(started.get().url()).isEmpty()) {
            return;
        }
        try (Target<?> target = open(started.get())) {
            problems.require(workload.sessionType().isAssignableFrom(target.sessionType()), misfit(workload));
        } catch (UsageException e) {
            problems.addAll(e);
        }
    }

    /** Returns true if each session of a target is a connection, or if that is not known before its server is started. */
    boolean opensConnections(String url) {
        Optional<ServerProvider> server = server(url);
        Optional<String> address =
                server.isEmpty() ? Optional.of(url) : server.get().example(url);
        return address.isEmpty() || provider(address.get()).stream().anyMatch(TargetProvider::opensConnections);
    }

    /**
     * Returns the address of a target with a separate place for the data of a command; the same address if the command starts its own
     * server, or if no provider knows the address.
     *
     * @param name lower-case letters, digits and underscores, at most 48
     * @return empty if a session of the target cannot choose a place
     */
    public Optional<String> separate(String url, String name) {
        return server(url).isPresent()
                ? Optional.of(url)
                : provider(url).map(known -> known.separate(url, name)).orElse(Optional.of(url));
    }

    /** Returns the message for a workload that cannot use a target. */
    public static String misfit(Workload<?> workload) {
        return "the workload " + workload.descriptor().name() + " cannot talk to this kind of --target; its own is "
                + workload.descriptor().defaultTarget();
    }

    private Optional<TargetProvider> provider(String url) {
        return StreamSupport.stream(targets.spliterator(), false)
                .filter(provider -> provider.accepts(url))
                .findFirst();
    }

    /** Masks possible passwords in an address: the text before an {@code @}, and the values of parameters named like passwords. */
    private static String masked(String url) {
        int at = url.lastIndexOf('@');
        String rest = at < 0 ? url : scheme(url) + "@" + url.substring(at + 1);
        return Secret.masked(rest);
    }

    /** Returns the beginning of an address, which cannot contain a password, for messages. */
    private static String scheme(String url) {
        int from = url.startsWith("jdbc:") ? "jdbc:".length() : 0;
        int colon = url.indexOf(':', from);
        return colon < 0 ? url.substring(0, from) + "..." : url.substring(0, colon + 1) + "...";
    }
}
