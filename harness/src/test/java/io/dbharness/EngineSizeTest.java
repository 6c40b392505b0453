package io.dbharness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The engine stays small enough to be read in a day. */
class EngineSizeTest {

    private static final Path ENGINE = Path.of("..", "harness-core", "src", "main", "java");
    private static final int MOST_LINES = 5_000;

    @Test
    void theEngineHasAtMost5000LinesOfCode() throws IOException {
        int lines = 0;
        for (Path source : sources()) {
            lines += (int) Files.readAllLines(source).stream()
                    .filter(EngineSizeTest::isCode)
                    .count();
        }

        assertThat(lines).isBetween(1, MOST_LINES);
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ENGINE)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    /** The format check leaves comments no other beginnings of a line. */
    private static boolean isCode(String line) {
        String text = line.strip();
        return !text.isEmpty() && Stream.of("//", "/*", "*").noneMatch(text::startsWith);
    }
}
