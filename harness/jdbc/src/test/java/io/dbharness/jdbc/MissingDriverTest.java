package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Users of the library add the drivers that they need. */
@Tag("slow")
class MissingDriverTest {

    private static final String WITHOUT_DRIVERS = Stream.of(
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                            .split(File.pathSeparator))
            .filter(jar -> !jar.matches(".*/(postgresql|mssql-jdbc|jdbc-yugabytedb)-[^/]*\\.jar"))
            .collect(Collectors.joining(File.pathSeparator));

    /** In a JVM without drivers. */
    public static void main(String[] addresses) {
        for (String address : addresses) {
            try {
                new JdbcTargetProvider().open(TargetSpec.of(address)).close();
            } catch (UsageException e) {
                e.problems().forEach(System.out::println);
            }
        }
    }

    @Test
    void aMissingDriverIsOneSentenceThatNamesTheArtifactToAdd() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        WITHOUT_DRIVERS,
                        MissingDriverTest.class.getName(),
                        "jdbc:postgresql://localhost/bench",
                        "jdbc:yugabytedb://localhost/bench",
                        "jdbc:sqlserver://localhost;databaseName=bench")
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(child.waitFor()).as(said).isZero();
        assertThat(said.lines().filter(line -> !line.startsWith("SLF4J")))
                .containsExactly(
                        "the driver for jdbc:postgresql://HOST:PORT/DATABASE is not on the class path; add the Maven artifact"
                                + " org.postgresql:postgresql to your dependencies",
                        "the driver for jdbc:yugabytedb://HOST:PORT/DATABASE is not on the class path; add the Maven artifact"
                                + " com.yugabyte:jdbc-yugabytedb to your dependencies",
                        "the driver for jdbc:sqlserver://HOST:PORT;databaseName=DATABASE is not on the class path; add the Maven"
                                + " artifact com.microsoft.sqlserver:mssql-jdbc to your dependencies");
    }
}
