package io.dbharness.request;

import io.dbharness.model.Internal;
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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Third-party jars with workloads, targets, servers and dialects. Each jar has its own class loader. An unusable jar is skipped, with a
 * message that names it. Immutable.
 *
 * @param jars    jars in use
 * @param catalog providers of the class path and of the jars
 * @param refused messages about the skipped jars, one sentence each
 */
@Internal
public record Plugins(List<Path> jars, Catalog catalog, List<String> refused) {

    private static final String SERVICES = "META-INF/services/";
    private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w-]*( [A-Za-z][\\w-]*)?");

    public Plugins {
        jars = List.copyOf(jars);
        refused = List.copyOf(refused);
    }

    /**
     * Adds the jars of a directory, in the order of their names.
     *
     * @param commands names of other commands, which no workload name may start with
     * @throws UsageException if the directory cannot be read
     */
    public static Plugins in(Path directory, Catalog classPath, Set<String> commands) {
        Plugins plugins = new Plugins(List.of(), classPath, List.of());
        try (Stream<Path> files = Files.list(directory)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                plugins = plugins.with(jar, commands);
            }
            return plugins;
        } catch (IOException e) {
            throw new UsageException(List.of(
                    "--plugins " + directory + " is not a readable directory; name the directory with the jars"));
        }
    }

    /** Adds a jar, whose class loader is open until the process ends. */
    @SuppressWarnings("resource")
    private Plugins with(Path jar, Set<String> commands) {
        // Opening a pipe would block.
        if (!Files.isRegularFile(jar)) {
            return refusing(jar, "it is not a file; put the jar there");
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            if (zip.stream().noneMatch(entry -> entry.getName().startsWith(SERVICES) && !entry.isDirectory())) {
                return refusing(jar, "it has no " + SERVICES + " and so no providers; add the service files");
            }
            URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, Plugins.class.getClassLoader());
            List<Workload<?>> more = new ArrayList<>();
            own(Workload.class, zip, loader).forEach(more::add);
            own(WorkloadFamily.class, zip, loader).forEach(family -> more.addAll(family.workloads()));
            List<ServerProvider> servers = own(ServerProvider.class, zip, loader);
            List<TargetProvider> targets = own(TargetProvider.class, zip, loader);
            Set<String> taken = new HashSet<>(catalog.names());
            for (Workload<?> workload : more) {
                String name = workload.descriptor().name();
                if (!NAME.matcher(name).matches()) {
                    return refusing(
                            jar, "it has the workload '" + name + "', whose name is not one or two words; rename it");
                }
                if (commands.contains(name.split(" ", -1)[0]) || !taken.add(name)) {
                    return refusing(jar, "it has the workload '" + name + "', which already exists; rename it");
                }
            }
            List<Workload<?>> workloads = new ArrayList<>(catalog.workloads());
            workloads.addAll(more);
            return new Plugins(joined(jars, jar), catalog.with(workloads, servers, targets), refused);
        } catch (IOException e) {
            return refusing(jar, "it is not a readable jar (" + said(e) + "); copy it again");
        } catch (ServiceConfigurationError | LinkageError e) {
            return refusing(jar, "it does not fit this version of the harness (" + said(e) + "); rebuild it");
        } catch (RuntimeException e) {
            return refusing(jar, "its providers failed to load (" + said(e) + "); fix it");
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

    /** Creates the jar's own providers now, so that a stale class fails here. */
    private static <S> List<S> own(Class<S> service, ZipFile zip, ClassLoader loader) {
        List<S> own = ServiceLoader.load(service, loader).stream()
                .filter(provider -> provider.type().getClassLoader() == loader)
                .map(ServiceLoader.Provider::get)
                .toList();
        String file = SERVICES + service.getName();
        if (own.isEmpty() && zip.getEntry(file) != null) {
            throw new ServiceConfigurationError(file + " names no class of the jar");
        }
        return own;
    }

    private static String said(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return Optional.ofNullable(cause.getMessage())
                .flatMap(message -> message.lines().findFirst())
                .orElse(cause.getClass().getSimpleName());
    }

    /** Returns a class loader over all jars in use, for providers that are loaded later, such as dialects and scorecards. */
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
