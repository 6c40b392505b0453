package io.dbharness.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the server and its tools printed since this start began. */
record ServerLog(Path file) {

    private static final int SHOWN_LINES = 20;

    void clear() throws IOException {
        Files.write(file, new byte[0]);
    }

    /** The last lines, for an error message. */
    String tail() throws IOException {
        List<String> lines = lines();
        List<String> last = lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
        return last.isEmpty() ? "(nothing)" : String.join(System.lineSeparator(), last);
    }

    /** All of them; none when there is no file. */
    List<String> lines() throws IOException {
        // Latin-1 maps any byte to something: a log is shown whatever a broken program wrote.
        return Files.exists(file)
                ? Files.readString(file, StandardCharsets.ISO_8859_1)
                        .strip()
                        .lines()
                        .toList()
                : List.of();
    }
}
