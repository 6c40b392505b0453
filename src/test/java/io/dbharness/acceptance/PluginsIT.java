package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of others, compiled here, beside the jar or where {@code --plugins} says. */
class PluginsIT {

    private static final String WORKLOAD = """
            import io.dbharness.sut.*;
            import io.dbharness.workload.*;
            import java.util.List;

            public final class NAME implements Workload<Session> {
                public WorkloadDescriptor descriptor() {
                    return new WorkloadDescriptor("WORD", "Counts stars.", "Counts stars by night.", List.of(), "mine:sky");
                }
                public Class<Session> sessionType() { return Session.class; }
                public BoundWorkload<Session> bind(Target<Session> target, Parameters parameters) { throw new UnsupportedOperationException(); }
                public BoundWorkload<Session> rehearse(Parameters parameters) { throw new UnsupportedOperationException(); }
            }
            """;

    private static final String TARGET = """
            import io.dbharness.model.UsageException;
            import io.dbharness.sut.*;
            import java.util.List;

            public final class Mine implements TargetProvider {
                static { System.out.println("a plugin prints"); }
                public boolean accepts(String url) { return url.startsWith("mine:"); }
                public List<String> forms() { return List.of("mine:PLACE"); }
                public Target<?> open(TargetSpec spec) { throw new UsageException(List.of("clouds over " + spec.url())); }
            }
            """;

    @TempDir
    Path folder;

    private Path plugins = Path.of("unset");

    @BeforeEach
    void makeFolder() throws IOException {
        plugins = Files.createDirectory(folder.resolve("own"));
    }

    private static void jar(Path jar, String type, String source, Map<String, String> services) throws IOException {
        Path classes = Files.createTempDirectory(jar.resolveSibling(""), "classes");
        if (!source.isEmpty()) {
            Path file = Files.writeString(classes.resolve(type + ".java"), source);
            assertThat(ToolProvider.getSystemJavaCompiler()
                            .run(
                                    null,
                                    null,
                                    null,
                                    "-proc:none",
                                    "-cp",
                                    classPath(),
                                    "-d",
                                    classes.toString(),
                                    file.toString()))
                    .isZero();
        }
        try (OutputStream bytes = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(bytes)) {
            if (!source.isEmpty()) {
                out.putNextEntry(new JarEntry(type + ".class"));
                Files.copy(classes.resolve(type + ".class"), out);
            }
            for (Map.Entry<String, String> service : services.entrySet()) {
                out.putNextEntry(new JarEntry("META-INF/services/" + service.getKey()));
                out.write(service.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private void workload(Path directory, String name, String word) throws IOException {
        jar(
                directory.resolve(name + ".jar"),
                name,
                WORKLOAD.replace("NAME", name).replace("WORD", word),
                Map.of("io.dbharness.workload.Workload", name));
    }

    @Test
    void aWorkloadAndATargetOfOthersAreCommandsAndAddressesLikeOurs() throws Exception {
        workload(plugins, "Stars", "stars");
        jar(plugins.resolve("Mine.jar"), "Mine", TARGET, Map.of("io.dbharness.sut.TargetProvider", "Mine"));

        HarnessProcess list = HarnessProcess.start(folder, "list", "--plugins", plugins.toString());
        assertThat(list.exitCode()).as(list.errors()).isZero();
        assertThat(list.output())
                .contains("stars")
                .contains("Counts stars.")
                .contains("tpcc")
                .doesNotContain("a plugin prints");
        assertThat(list.errors()).contains("a plugin prints");

        HarnessProcess run = HarnessProcess.start(folder, "--plugins=" + plugins, "stars");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).contains("clouds over mine:sky");

        HarnessProcess unknown =
                HarnessProcess.start(folder, "tpcc", "--target", "nowhere:1", "--plugins", plugins.toString());
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.errors()).contains("mine:PLACE", "container:IMAGE", "jdbc:sqlserver://");
    }

    @Test
    void aFolderBesideTheJarNeedsNoOption() throws Exception {
        workload(Files.createDirectory(folder.resolve("plugins")), "Stars", "stars");

        HarnessProcess list = HarnessProcess.start(folder, "list");

        assertThat(list.exitCode()).isZero();
        assertThat(list.output()).contains("stars");
    }

    @Test
    void oneThatClashesAndOneThatIsStaleAreASentenceEachAndHarmNobodyElse() throws Exception {
        workload(plugins, "Again", "tpcc");
        jar(plugins.resolve("Stale.jar"), "", "", Map.of("io.dbharness.workload.Workload", "Gone"));
        workload(plugins, "Stars", "stars");

        HarnessProcess list = HarnessProcess.start(folder, "list", "--plugins", plugins.toString());

        assertThat(list.exitCode()).isZero();
        assertThat(list.output()).contains("stars").contains("tpcc");
        assertThat(list.errors().lines())
                .hasSize(2)
                .anyMatch(line ->
                        line.contains("Again.jar is not used: it has the workload 'tpcc', which already exists"))
                .anyMatch(line -> line.contains("Stale.jar is not used: it does not fit this version of the harness"));
    }

    @Test
    void aFolderThatIsNotThereIsAUsageError() throws Exception {
        HarnessProcess list = HarnessProcess.start(folder, "list", "--plugins", "nowhere");

        assertThat(list.exitCode()).isEqualTo(2);
        assertThat(list.errors())
                .contains("--plugins nowhere is not a readable directory")
                .doesNotContain("Exception");
    }
}
