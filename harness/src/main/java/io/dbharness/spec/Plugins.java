package io.dbharness.spec;

import io.dbharness.model.UsageException;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.TargetProvider;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadFamily;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Jars of others with workloads, targets, servers and dialects. Each has a class loader of its own; one that does not fit is left out, with a
 * sentence that names it. Immutable.
 *
 * @param jars    those that are used
 * @param catalog what the class path and they offer
 * @param refused why others are not used, a sentence each
 */
public record Plugins(List<Path> jars, Catalog catalog, List<String> refused) {

    public Plugins {
        jars = List.copyOf(jars);
        refused = List.copyOf(refused);
    }

    /**
     * Adds the jars of a directory, in the order of their names.
     *
     * @throws UsageException when there is no such directory
     */
    public static Plugins in(Path directory, Catalog classPath) {
        Plugins plugins = new Plugins(List.of(), classPath, List.of());
        try (Stream<Path> files = Files.list(directory)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                plugins = plugins.with(jar);
            }
            return plugins;
        } catch (IOException e) {
            throw new UsageException(List.of(
                    "--plugins " + directory + " is no directory that can be read; name the one with the jars"));
        }
    }

    /** One more; it stays open until the process ends. */
    @SuppressWarnings("resource")
    private Plugins with(Path jar) {
        try {
            URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, Plugins.class.getClassLoader());
            List<Workload<?>> workloads = new ArrayList<>(catalog.workloads());
            List<Workload<?>> more = new ArrayList<>();
            own(Workload.class, loader).forEach(more::add);
            own(WorkloadFamily.class, loader).forEach(family -> more.addAll(family.workloads()));
            for (Workload<?> workload : more) {
                String name = workload.descriptor().name();
                if (catalog.names().contains(name)) {
                    return refusing(jar, "it has the workload '" + name + "', which is there already; rename it");
                }
                workloads.add(workload);
            }
            return new Plugins(
                    joined(jars, jar),
                    catalog.with(workloads, own(ServerProvider.class, loader), own(TargetProvider.class, loader)),
                    refused);
        } catch (ServiceConfigurationError | LinkageError | IOException e) {
            return refusing(jar, "it does not fit this version of the harness (" + said(e) + "); build it anew");
        }
    }

    private Plugins refusing(Path jar, String reason) {
        return new Plugins(
                jars,
                catalog,
                joined(refused, "the plugin " + jar + " is not used: " + reason + ", or remove the jar"));
    }

    private static <T> List<T> joined(List<T> some, T more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }

    /** What the jar itself offers, made now: what is stale shows here. */
    private static <S> List<S> own(Class<S> service, ClassLoader loader) {
        return ServiceLoader.load(service, loader).stream()
                .filter(provider -> provider.type().getClassLoader() == loader)
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    private static String said(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("no message");
    }

    /** A class loader over all that are used, for what is found later, such as dialects and scorecards. */
    public ClassLoader loader() {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            try {
                urls.add(jar.toUri().toURL());
            } catch (IOException e) {
                throw new IllegalStateException("a path is a URL", e);
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), Plugins.class.getClassLoader());
    }
}
