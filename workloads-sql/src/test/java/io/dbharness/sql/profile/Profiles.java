package io.dbharness.sql.profile;

import io.dbharness.model.FileWork;
import io.dbharness.model.Problems;
import io.dbharness.profile.TemplateValues;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Profiles as tests write them. */
public final class Profiles {

    /** Of the repository. */
    public static final Path EXAMPLES = SourceTree.path("examples", "sql");

    private static final Set<String> DIALECTS = Set.of("ansi", "postgresql", "mysql", "sqlserver");

    private Profiles() {}

    /** One of the examples, a hundredth of its size. */
    public static SqlProfile example(String name) {
        Problems problems = new Problems();
        Optional<SqlProfile> profile = read(EXAMPLES.resolve(name + ".yaml"), 0.01, problems);
        problems.throwIfAny();
        return profile.orElseThrow();
    }

    /** Reads a text; throws what is wrong with it. */
    public static SqlProfile read(Path folder, String text, double scale) {
        Problems problems = new Problems();
        Optional<SqlProfile> profile = read(written(folder, text), scale, problems);
        problems.throwIfAny();
        return profile.orElseThrow();
    }

    private static Optional<SqlProfile> read(Path file, double scale, Problems problems) {
        return SqlProfileFile.read(file, FileWork.text(file), DIALECTS, scale, new TemplateValues(Map.of()), problems);
    }

    /** A file with this text. */
    public static Path written(Path folder, String text) {
        try {
            return Files.writeString(folder.resolve("p.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
