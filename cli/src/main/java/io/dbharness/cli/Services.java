package io.dbharness.cli;

import io.dbharness.cli.option.Addresses;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.target.ServerProvider;
import io.dbharness.target.TargetProvider;
import io.dbharness.target.TargetSpec;
import io.dbharness.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;

/**
 * What the class path offers. Providers are made when first asked for.
 *
 * @param workloads sorted by name
 * @param servers   start servers
 * @param targets   open targets
 */
record Services(List<Workload<?>> workloads, Iterable<ServerProvider> servers, Iterable<TargetProvider> targets)
        implements Addresses {

    Services {
        workloads = List.copyOf(workloads);
    }

    static Services found() {
        List<Workload<?>> workloads = new ArrayList<>();
        for (Workload<?> workload : ServiceLoader.load(Workload.class)) {
            workloads.add(workload);
        }
        workloads.sort(Comparator.comparing(workload -> workload.descriptor().name()));
        return new Services(
                workloads, ServiceLoader.load(ServerProvider.class), ServiceLoader.load(TargetProvider.class));
    }

    List<String> names() {
        return workloads.stream().map(workload -> workload.descriptor().name()).toList();
    }

    Optional<Workload<?>> workload(String name) {
        return workloads.stream()
                .filter(workload -> workload.descriptor().name().equals(name))
                .findFirst();
    }

    Optional<ServerProvider> server(String url) {
        return StreamSupport.stream(servers.spliterator(), false)
                .filter(provider -> provider.accepts(url))
                .findFirst();
    }

    TargetProvider target(String url) {
        return find(url).orElseThrow(() -> new HarnessException("nothing here can open " + scheme(url)));
    }

    private Optional<TargetProvider> find(String url) {
        return StreamSupport.stream(targets.spliterator(), false)
                .filter(provider -> provider.accepts(url))
                .findFirst();
    }

    @Override
    public boolean embedded(String url) {
        return server(url).isPresent();
    }

    /** Opening opens nothing yet, but it says what is wrong. */
    @Override
    public void check(TargetSpec target, Problems problems) {
        Optional<TargetProvider> provider = find(target.url());
        if (provider.isEmpty()) {
            problems.add("--target " + scheme(target.url())
                    + " is no address that this version knows; use embedded:postgresql,"
                    + " embedded:cassandra, jdbc:postgresql://HOST:PORT/DATABASE, cassandra://HOST:PORT/KEYSPACE,"
                    + " file:PATH or a simulation such as sim:service=5ms");
            return;
        }
        try {
            provider.get().open(target).close();
        } catch (UsageException e) {
            problems.addAll(e);
        }
    }

    /** As much of an address as cannot hold a password, to name it by. */
    private static String scheme(String url) {
        int from = url.startsWith("jdbc:") ? "jdbc:".length() : 0;
        int colon = url.indexOf(':', from);
        return colon < 0 ? url.substring(0, from) + "..." : url.substring(0, colon + 1) + "...";
    }
}
