package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.UsageException;
import io.dbharness.request.Catalog;
import io.dbharness.sut.TargetSpec;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Users of the library add the driver. */
@Tag("slow")
class MissingCqlDriverTest {

    private static final String WITHOUT_DRIVER = Stream.of(
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                            .split(File.pathSeparator))
            .filter(jar -> !jar.contains("java-driver-"))
            .collect(Collectors.joining(File.pathSeparator));

    /** In a JVM without the driver. */
    public static void main(String[] addresses) {
        System.out.println(Catalog.found().workload("cql read").isPresent());
        try {
            new CqlTargetProvider().open(TargetSpec.of(addresses[0])).close();
        } catch (UsageException e) {
            e.problems().forEach(System.out::println);
        }
    }

    @Test
    void aMissingDriverIsOneSentenceThatNamesTheArtifactToAdd() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        WITHOUT_DRIVER,
                        MissingCqlDriverTest.class.getName(),
                        "cassandra://localhost/bench")
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(child.waitFor()).as(said).isZero();
        assertThat(said.lines().filter(line -> !line.startsWith("SLF4J")))
                .containsExactly(
                        "true",
                        "the driver for cassandra://HOST:PORT/KEYSPACE is not on the class path; add the Maven artifact"
                                + " org.apache.cassandra:java-driver-core to your dependencies");
    }
}
