package io.dbharness.model;

import java.io.IOException;

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

    /** Does it; {@code what} completes "cannot". */
    public static void run(String what, Step step) {
        get(what, () -> {
            step.run();
            return what;
        });
    }
}
