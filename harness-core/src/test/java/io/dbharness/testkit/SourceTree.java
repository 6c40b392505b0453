package io.dbharness.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The files of the repository, from whichever of its folders the tests are started. */
public final class SourceTree {

    private static final Path ROOT = find();

    private SourceTree() {}

    private static Path find() {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve("harness-core/pom.xml")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the tests were started outside the repository"));
    }

    /** Returns the folder of the parent's pom.xml. */
    public static Path root() {
        return ROOT;
    }

    /** Returns a file or folder by its path from {@link #root()}. */
    public static Path path(String first, String... more) {
        return ROOT.resolve(Path.of(first, more));
    }
}
