package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An expected text kept as a test resource; {@code -Dgolden.update=true} rewrites it with what the code under test gives. */
final class GoldenFile {

    private static final Path DIRECTORY = SourceTree.path("harness/report/src/test/resources/io/dbharness/report");

    private GoldenFile() {}

    static void assertMatches(String name, String actual) {
        Path file = DIRECTORY.resolve(name);
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.writeString(file, actual);
            }
            assertThat(actual).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
