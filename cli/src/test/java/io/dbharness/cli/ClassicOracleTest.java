package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.dbharness.cli.testkit.ClassicLines;
import io.dbharness.cli.testkit.GenuineParser;
import io.dbharness.testkit.SourceTree;
import java.io.File;
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
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The corpus of lines against cassandra-stress itself, which the profile {@code nightly} unpacks. */
@Tag("nightly")
class ClassicOracleTest {

    private static final Path CORPUS = SourceTree.path("cli/src/test/resources/io/dbharness/cli/classic/corpus.txt");
    private static final Path WORDS = SourceTree.path("cli/src/test/resources/io/dbharness/cli/classic/words.txt");
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

    /** Commands that send nothing, and the one of the options before 2.1. */
    private static final Set<String> ELSEWHERE = Set.of("help", "print", "legacy", "version");

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

    /** The words of cassandra-stress's help about a command or an option, such as {@code threads=} and {@code auto}, by their signs. */
    private static Set<String> names(String help) {
        return help.lines()
                .filter(line -> line.startsWith("Usage: "))
                .flatMap(
                        usage -> Stream.of(usage.replaceFirst("Usage: \\S+", "").split("[\\s\\[\\]|]+", -1)))
                .map(word -> word.replaceFirst("^([\\w-]*[=<>(]*).*", "$1"))
                .filter(word -> word.matches("[a-z].*"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the names of words that the table of the manual has, after their option; words of a command have none. */
    private static Set<String> tabled() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String row : Files.readAllLines(WORDS)) {
            String[] parts = row.split("\\|", -1);
            if (!row.startsWith("#")) {
                String group = "";
                for (String word : (parts[1] + " " + parts[2]).strip().split("\\s+", -1)) {
                    group = word.startsWith("-") ? word + " " : group;
                    names.add(
                            group.equals(word + " ") ? group : group + word.replaceFirst("^([\\w-]*[=<>(]*).*", "$1"));
                }
            }
        }
        return names;
    }

    @Test
    void theTableHasEachWordOfItsHelp() throws Exception {
        assumeThat(GENUINE).as("unpacked by the profile nightly").exists();
        List<String> topics = genuine(List.of(List.of("help")))
                .get(0)
                .replace(GenuineParser.PRINTED, "\n")
                .lines()
                .filter(line -> line.matches("\\S+ +: .*"))
                .map(line -> line.replaceFirst(" .*", ""))
                .filter(topic -> !ELSEWHERE.contains(topic))
                .toList();
        List<String> helps =
                genuine(topics.stream().map(topic -> List.of("help", topic)).toList());
        Set<String> tabled = tabled();

        Map<String, Set<String>> missing = new TreeMap<>();
        int words = 0;
        for (int i = 0; i < topics.size(); i++) {
            String option = topics.get(i).startsWith("-") ? topics.get(i) + " " : "";
            Set<String> names = names(helps.get(i).replace(GenuineParser.PRINTED, "\n"));
            words += names.size();
            names.removeIf(name -> tabled.contains(option + name));
            if (!names.isEmpty()) {
                missing.put(topics.get(i), names);
            }
        }
        assertThat(missing).isEmpty();
        assertThat(topics).hasSizeGreaterThanOrEqualTo(20);
        assertThat(words).isGreaterThan(100);
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
