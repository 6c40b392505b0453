package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.dbharness.cli.testkit.ClassicLines;
import io.dbharness.cli.testkit.GenuineParser;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The corpus of lines against cassandra-stress itself, which the profile {@code nightly} unpacks. */
@Tag("nightly")
class ClassicOracleTest {

    private static final Path CORPUS = Path.of("src/test/resources/io/dbharness/cli/classic/corpus.txt");
    private static final Path GENUINE = Path.of("target/cassandra-stress/apache-cassandra-4.0-alpha2");

    /** Lines that cassandra-stress parses and the translator refuses, by words that are in them, and why. */
    private static final Map<String, String> REFUSED_HERE = Map.of(
            "threads>=0", "cassandra-stress fails when the run begins",
            "seq=9..1", "cassandra-stress fails when the run begins",
            "n=UNIFORM(1..5)", "cassandra-stress fails at its first request",
            "keyspace=Shop1", "cassandra-stress writes to another keyspace than it has created",
            "counter_read n=100 -rate threads=4", "the embedded node has no counters",
            "-sendto", "needs the daemon of cassandra-stress",
            "--fail-if", "the options of the harness come last");

    @TempDir
    private Path folder;

    private static List<String> genuine(List<List<String>> lines) throws IOException, InterruptedException {
        List<String> classPath =
                List.of("target/test-classes", GENUINE + "/tools/lib/*", GENUINE + "/lib/*", GENUINE + "/conf");
        Process parser = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.security.manager=allow",
                        "-Dcassandra.storagedir=target/cassandra-stress",
                        "-Dcassandra.logdir=target/cassandra-stress",
                        "-cp",
                        String.join(File.pathSeparator, classPath),
                        GenuineParser.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream input = parser.getOutputStream()) {
            for (List<String> line : lines) {
                input.write((String.join(GenuineParser.SEPARATOR, line) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        String answers = new String(parser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(parser.waitFor()).as(answers).isZero();
        return answers.lines().toList();
    }

    /** Returns the words before the harness's own options, with a profile that version 4.0 can read. */
    private List<String> words(String line) {
        return ClassicLines.words(line).stream()
                .takeWhile(word -> !word.startsWith("--"))
                .map(word -> word.startsWith("profile=..")
                        ? "profile=" + folder.resolve("p.yaml").toUri()
                        : word)
                .toList();
    }

    @Test
    void whatCassandraStressAcceptsIsAcceptedHere() throws Exception {
        assumeThat(GENUINE).as("unpacked by the profile nightly").exists();
        Files.writeString(folder.resolve("p.yaml"), """
                specname: messages
                keyspace: ks
                table: t
                table_definition: CREATE TABLE t (k int PRIMARY KEY, v text)
                insert: {partitions: fixed(1)}
                queries:
                  latest: {cql: 'SELECT * FROM t WHERE k = ?', fields: samerow}
                """);
        List<String> lines = Files.readAllLines(CORPUS).stream()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2))
                .toList();
        List<String> answers = genuine(lines.stream().map(this::words).toList());
        assertThat(answers).hasSameSizeAs(lines);

        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            List<String> problems =
                    ClassicLines.translate(ClassicLines.words(line)).problems();
            boolean known = REFUSED_HERE.keySet().stream().anyMatch(line::contains);
            if (answers.get(i).equals(GenuineParser.ACCEPTED) && !problems.isEmpty() && !known) {
                wrong.add(line + ": " + problems);
            }
        }
        assertThat(wrong).isEmpty();
        Map<Boolean, Long> counts = answers.stream()
                .collect(Collectors.partitioningBy(GenuineParser.ACCEPTED::equals, Collectors.counting()));
        assertThat(counts.get(true)).isGreaterThan(100);
        assertThat(counts.get(false)).isPositive();
    }
}
