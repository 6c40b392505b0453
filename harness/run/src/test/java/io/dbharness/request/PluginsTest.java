package io.dbharness.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jars that do not work are a sentence each, whatever is wrong with them, and the others are used. */
@Timeout(60)
class PluginsTest {

    private static final String WORKLOAD = "io.dbharness.workload.Workload";

    private static final String SOURCE = """
            import io.dbharness.sut.*;
            import io.dbharness.workload.*;
            import java.util.List;

            final class Plugin {
                private static WorkloadDescriptor named(String name) {
                    return new WorkloadDescriptor(name, "Counts.", "Counts.", List.of(), "mine:sky");
                }
                private abstract static class Base implements Workload<Session> {
                    public Class<Session> sessionType() { return Session.class; }
                    public BoundWorkload<Session> bind(Target<Session> target, Parameters parameters) { throw new UnsupportedOperationException(); }
                    public BoundWorkload<Session> rehearse(Parameters parameters) { throw new UnsupportedOperationException(); }
                }
                public static final class Stars extends Base {
                    public WorkloadDescriptor descriptor() { return named("stars"); }
                }
                public static final class Twin extends Base {
                    public WorkloadDescriptor descriptor() { return named("stars"); }
                }
                public static final class Throwing extends Base {
                    public WorkloadDescriptor descriptor() { throw new IllegalStateException("clouds\\nand rain"); }
                }
                public static final class Absent extends Base {
                    public WorkloadDescriptor descriptor() { return null; }
                }
                public static final class Listing extends Base {
                    public WorkloadDescriptor descriptor() { return named("list"); }
                }
                public static final class Option extends Base {
                    public WorkloadDescriptor descriptor() { return named("--stars"); }
                }
            }
            """;

    @TempDir
    static Path compiled;

    @TempDir
    Path folder;

    @BeforeAll
    static void compile() throws IOException {
        Path source = Files.writeString(compiled.resolve("Plugin.java"), SOURCE);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                classPath,
                                "-d",
                                compiled.toString(),
                                source.toString()))
                .isZero();
    }

    private void jar(String name, Map<String, String> services) throws IOException {
        try (OutputStream bytes = Files.newOutputStream(folder.resolve(name + ".jar"));
                JarOutputStream out = new JarOutputStream(bytes);
                var classes = Files.newDirectoryStream(compiled, "*.class")) {
            for (Path type : classes) {
                out.putNextEntry(new JarEntry(type.getFileName().toString()));
                Files.copy(type, out);
            }
            for (Map.Entry<String, String> service : new TreeMap<>(services).entrySet()) {
                out.putNextEntry(new JarEntry("META-INF/services/" + service.getKey()));
                out.write(service.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private void workloads(String name, String... types) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String type : types) {
            lines.add("Plugin$" + type);
        }
        jar(name, Map.of(WORKLOAD, String.join("\n", lines)));
    }

    private Plugins plugins() {
        Catalog none = new Catalog(List.of(), List.of(), List.of());
        return Plugins.in(folder, none, Set.of("list"));
    }

    /** The one sentence about a jar, without its beginning; the plugin beside it works. */
    private String refusal() throws IOException {
        workloads("good", "Stars");
        Plugins plugins = plugins();

        assertThat(plugins.catalog().names()).containsExactly("stars");
        assertThat(plugins.refused()).hasSize(1);
        String sentence = plugins.refused().get(0);
        String start = "the plugin " + folder.resolve("bad.jar") + " is not used: ";
        assertThat(sentence).startsWith(start).doesNotContain("\n");
        return sentence.substring(start.length());
    }

    @Test
    void aDescriptorThatThrows() throws IOException {
        workloads("bad", "Throwing");

        assertThat(refusal()).startsWith("its providers failed to load (clouds); fix it");
    }

    @Test
    void noDescriptor() throws IOException {
        workloads("bad", "Absent");

        assertThat(refusal()).startsWith("its providers failed to load (");
    }

    @Test
    void twoWorkloadsOfOneNameInOneJar() throws IOException {
        workloads("bad", "Stars", "Twin");

        assertThat(refusal()).startsWith("it has the workload 'stars', which already exists");
    }

    @Test
    void aWorkloadNamedLikeAnotherCommand() throws IOException {
        workloads("bad", "Listing");

        assertThat(refusal()).startsWith("it has the workload 'list', which already exists");
    }

    @Test
    void aWorkloadWhoseNameCannotBeTyped() throws IOException {
        workloads("bad", "Option");

        assertThat(refusal()).startsWith("it has the workload '--stars', whose name is not one or two words");
    }

    @Test
    void aClassThatIsNoWorkload() throws IOException {
        jar("bad", Map.of(WORKLOAD, "java.lang.String"));

        assertThat(refusal()).startsWith("it does not fit").contains(WORKLOAD + " names no class of the jar");
    }

    @Test
    void aJarWithoutServices() throws IOException {
        jar("bad", Map.of());

        assertThat(refusal()).startsWith("it has no META-INF/services/ and so no providers");
    }

    @Test
    void anEmptyFile() throws IOException {
        Files.createFile(folder.resolve("bad.jar"));

        assertThat(refusal()).startsWith("it is not a readable jar (");
    }

    @Test
    void aJarThatIsCutOff() throws IOException {
        workloads("bad", "Throwing");
        byte[] whole = Files.readAllBytes(folder.resolve("bad.jar"));
        Files.write(folder.resolve("bad.jar"), java.util.Arrays.copyOf(whole, whole.length / 2));

        assertThat(refusal()).startsWith("it is not a readable jar (");
    }

    @Test
    void aDirectory() throws IOException {
        Files.createDirectory(folder.resolve("bad.jar"));

        assertThat(refusal()).startsWith("it is not a file");
    }

    @Test
    void aLinkToNothing() throws IOException {
        Files.createSymbolicLink(folder.resolve("bad.jar"), folder.resolve("gone"));

        assertThat(refusal()).startsWith("it is not a file");
    }

    /** Opening it would wait for a writer. */
    @Test
    void aNamedPipe() throws Exception {
        Process making = new ProcessBuilder("mkfifo", folder.resolve("bad.jar").toString()).start();
        assertThat(making.waitFor()).isZero();

        assertThat(refusal()).startsWith("it is not a file");
    }
}
