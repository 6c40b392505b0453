package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.result.RunResult;
import io.dbharness.run.Harness;
import io.dbharness.spec.RunSpec;
import io.dbharness.tpcc.Tpcc;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library as a program uses that has its jars on the class path, without the command line. */
@Tag("server")
class LibraryIT {

    /** What a program has on its class path that uses the library: its jars and their dependencies, neither command line nor log. */
    private static final String JARS = Stream.of(
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                            .split(File.pathSeparator))
            .filter(jar -> !jar.matches(".*(/cli-[^/]*\\.jar|/cli/target/.*|/logback-[^/]*\\.jar|/test-classes/?)"))
            .collect(Collectors.joining(File.pathSeparator));

    @TempDir
    Path directory;

    @Test
    void tenLinesStartAServerLoadMeasureAndReadAPercentile() throws Exception {
        Path source = Path.of("..", "examples", "library", "FirstRun.java").toAbsolutePath();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int compiled = compiler.run(
                null, null, null, "-proc:none", "-cp", JARS, "-d", directory.toString(), source.toString());
        assertThat(compiled).isZero();
        assertThat(Files.readAllLines(source).stream().filter(line -> line.startsWith("    ")))
                .hasSizeLessThanOrEqualTo(10);
        Path folder = Files.createDirectory(directory.resolve("work"));

        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        directory + File.pathSeparator + JARS,
                        "FirstRun")
                .directory(folder.toFile())
                .redirectError(directory.resolve("errors").toFile())
                .start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(program.waitFor())
                .as(Files.readString(directory.resolve("errors")))
                .isZero();
        // What a busy machine does to the latencies is not the subject.
        assertThat(output).matches("(VALID|SUSPECT|INVALID) [0-9.]+ ms\\R");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void twoRunAtOnceInOneProcess() throws Exception {
        RunSpec spec = RunSpec.of(Tpcc.warehouses(1))
                .with("think-time", "none")
                .closed(2)
                .warmUp(Duration.ofSeconds(1))
                .duration(Duration.ofSeconds(3));
        Callable<RunResult> run = () -> {
            try (Harness harness = Harness.create()) {
                return harness.run(spec);
            }
        };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<RunResult> result : threads.invokeAll(List.of(run, run))) {
                assertThat(result.get().totals().completed()).isPositive();
                assertThat(result.get().checks()).isNotEmpty().allMatch(check -> check.passed());
                assertThat(result.get()
                                .operation("NewOrder")
                                .orElseThrow()
                                .response()
                                .nanos("p99"))
                        .isPositive();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
