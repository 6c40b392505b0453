package io.dbharness;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The engine stays small enough to be read in a day, and the path of the main job in a week. */
class EngineSizeTest {

    private static final Path ROOT = SourceTree.root();
    private static final Path ENGINE = ROOT.resolve("harness-core/src/main/java");
    private static final int MOST_LINES = 5_000;
    private static final int MOST_LINES_TO_READ_FIRST = 33_000;

    /** A row of the table "Read these first". */
    private static final Pattern FOLDER = Pattern.compile("(?m)^\\| `([a-z/-]+/src/main/java[a-z/]*)` \\|");

    @Test
    void theEngineHasAtMost5000LinesOfCode() throws IOException {
        assertThat(lines(ENGINE, Integer.MAX_VALUE)).isBetween(1L, (long) MOST_LINES);
    }

    @Test
    void thePathOfTheMainJobHasAtMost33000LinesOfCode() throws IOException {
        List<Path> folders = FOLDER.matcher(Files.readString(ROOT.resolve("docs/architecture.md")))
                .results()
                .map(row -> ROOT.resolve(row.group(1)))
                .toList();

        long lines = 0;
        for (Path folder : folders) {
            // A package is read without the packages within it, a module whole.
            lines += lines(folder, folder.endsWith("java") ? Integer.MAX_VALUE : 1);
        }

        assertThat(folders).hasSizeGreaterThan(10);
        assertThat(lines).isBetween(20_000L, (long) MOST_LINES_TO_READ_FIRST);
    }

    @Test
    void theRootHasAtMost22Entries() throws IOException {
        try (Stream<Path> entries = Files.list(ROOT)) {
            assertThat(entries.map(entry -> entry.getFileName().toString())
                            .filter(name -> !name.startsWith("."))
                            .filter(name -> !List.of("target", "results").contains(name)))
                    .hasSizeLessThanOrEqualTo(22);
        }
    }

    private static long lines(Path folder, int depth) throws IOException {
        long lines = 0;
        try (Stream<Path> files = Files.walk(folder, depth)) {
            for (Path source :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                lines += Files.readAllLines(source).stream()
                        .filter(EngineSizeTest::isCode)
                        .count();
            }
        }
        return lines;
    }

    /** The format check leaves comments no other beginnings of a line. */
    private static boolean isCode(String line) {
        String text = line.strip();
        return !text.isEmpty() && Stream.of("//", "/*", "*").noneMatch(text::startsWith);
    }
}
