package io.dbharness.cql.testkit;

import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Profiles of many shapes with their expected outcomes. */
public final class Corpus {

    private static final Path FOLDER = SourceTree.path("workloads-cql/src/test/resources/corpus");

    private Corpus() {}

    /**
     * A line of {@code outcomes.txt}.
     *
     * @param name    of the profile
     * @param ops     weights of its operations
     * @param more    further options, {@code NAME=VALUE} with blanks between them
     * @param outcome in words
     */
    public record Entry(String name, String ops, String more, String outcome) {

        private static Entry of(String line) {
            String[] parts = line.split("\\|", -1);
            return new Entry(parts[0].strip(), parts[1].strip(), parts[2].strip(), parts[3].strip());
        }

        /** Returns the expected message if the profile must be refused in this way; empty for any other outcome. */
        public String refusal(String way) {
            return outcome.startsWith(way + ": ") ? outcome.substring(way.length() + 2) : "";
        }

        public boolean runs() {
            return outcome.equals("runs");
        }

        /** Returns the options of the line, with a small data set by default. */
        public Map<String, String> parameters() {
            Map<String, String> given = new HashMap<>(
                    Map.of("profile", FOLDER.resolve(name + ".yaml").toString(), "ops", ops, "partitions", "40"));
            Arrays.stream(more.split(" ", -1)).filter(word -> !word.isEmpty()).forEach(word -> {
                String[] option = word.split("=", 2);
                given.put(option[0], option[1]);
            });
            return given;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Returns all lines; profiles that others extend come first. */
    public static List<Entry> entries() {
        try (Stream<String> lines = Files.lines(FOLDER.resolve("outcomes.txt"))) {
            return lines.filter(line -> !line.startsWith("#")).map(Entry::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the names of all files. */
    public static List<String> files() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".yaml"))
                    .map(file -> file.substring(0, file.length() - ".yaml".length()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
