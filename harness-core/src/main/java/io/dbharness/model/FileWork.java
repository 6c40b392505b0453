package io.dbharness.model;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Work with files whose failure is told to a user: {@code cannot write result.json: No space left on device}. */
public final class FileWork {

    /** Something that a file answers. */
    @FunctionalInterface
    public interface Question<T> {
        T ask() throws IOException;
    }

    /** Something that is done to a file. */
    @FunctionalInterface
    public interface Step {
        void run() throws IOException;
    }

    private FileWork() {}

    /** The answer; {@code what} completes "cannot", for example {@code read result.json}. */
    public static <T> T get(String what, Question<T> question) {
        try {
            return question.ask();
        } catch (IOException e) {
            throw new HarnessException("cannot " + what + ": " + e.getMessage(), e);
        }
    }

    /** The content of a file that a user named; throws a {@link UsageException} that says why there is none. */
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new UsageException(List.of("cannot read " + file + ": it is not text in UTF-8"));
        } catch (IOException e) {
            String why = Files.isDirectory(file)
                    ? "it is a directory"
                    : Files.exists(file) ? e.getMessage() : "there is no such file";
            throw new UsageException(List.of("cannot read " + file + ": " + why));
        }
    }

    /** Does it; {@code what} completes "cannot". */
    public static void run(String what, Step step) {
        get(what, () -> {
            step.run();
            return what;
        });
    }
}
