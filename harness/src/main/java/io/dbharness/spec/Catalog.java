package io.dbharness.spec;

import io.dbharness.model.HarnessException;
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
 * What the class path offers. Providers are made when first asked for.
 *
 * @param workloads sorted by name
 * @param servers   start servers
 * @param targets   open targets
 */
public record Catalog(List<Workload<?>> workloads, Iterable<ServerProvider> servers, Iterable<TargetProvider> targets) {

    public Catalog {
        workloads = List.copyOf(workloads);
    }

    /** Everything that {@link ServiceLoader} finds. */
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

    /** With other workloads, and with these servers and targets after those that are here. */
    Catalog with(List<Workload<?>> all, List<ServerProvider> moreServers, List<TargetProvider> moreTargets) {
        List<Workload<?>> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparing(workload -> workload.descriptor().name()));
        return new Catalog(sorted, joined(servers, moreServers), joined(targets, moreTargets));
    }

    /** What was there comes first, so that no plugin takes an address away. */
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

    /** The workload of two words of which this is the second, if there is one alone. */
    public Optional<String> inFamily(String second) {
        List<String> found =
                names().stream().filter(name -> name.endsWith(" " + second)).toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** What starts the server of an address; empty for the address of a server that is there already. */
    public Optional<ServerProvider> server(String url) {
        return StreamSupport.stream(servers.spliterator(), false)
                .filter(provider -> provider.accepts(url))
                .findFirst();
    }

    /**
     * Opens a target.
     *
     * @throws HarnessException when nothing can open such an address
     */
    public Target<?> open(TargetSpec spec) {
        return provider(spec.url())
                .orElseThrow(() -> new HarnessException("nothing here can open " + scheme(spec.url())))
                .open(spec);
    }

    /** Notes everything that can never work about the address of a server that is there already. Connects to nothing. */
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
                    + Habits.known()
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

    /** The forms of all addresses that something here accepts, in the order of the class path. */
    public String forms() {
        return Stream.concat(
                        StreamSupport.stream(servers.spliterator(), false).flatMap(server -> server.forms().stream()),
                        StreamSupport.stream(targets.spliterator(), false).flatMap(target -> target.forms().stream()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** Notes that a workload cannot talk to what would be started for an address. Starts and connects to nothing. */
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

    /** What is said where a workload and a target do not go together. */
    public static String misfit(Workload<?> workload) {
        return "the workload " + workload.descriptor().name() + " cannot talk to this kind of --target; its own is "
                + workload.descriptor().defaultTarget();
    }

    private Optional<TargetProvider> provider(String url) {
        return StreamSupport.stream(targets.spliterator(), false)
                .filter(provider -> provider.accepts(url))
                .findFirst();
    }

    /** An address without what may be a password: what stands before an {@code @}, and values of names that mean one. */
    private static String masked(String url) {
        int at = url.lastIndexOf('@');
        String rest = at < 0 ? url : scheme(url) + "@" + url.substring(at + 1);
        return Secret.masked(rest);
    }

    /** As much of an address as cannot hold a password, to name it by. */
    private static String scheme(String url) {
        int from = url.startsWith("jdbc:") ? "jdbc:".length() : 0;
        int colon = url.indexOf(':', from);
        return colon < 0 ? url.substring(0, from) + "..." : url.substring(0, colon + 1) + "...";
    }
}
