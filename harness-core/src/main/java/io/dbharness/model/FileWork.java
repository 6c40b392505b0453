package io.dbharness.model;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/** Runs file operations whose failure becomes a message for a user: {@code cannot write result.json: No space left on device}. */
@Internal
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
            throw new HarnessException("cannot " + what + ": " + why(e), e);
        }
    }

    /** Returns the reason of a failure in words; the message of a {@link FileSystemException} may be the file's name alone. */
    public static String why(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "a file of this name is in the way";
        }
        if (failure instanceof NotDirectoryException) {
            return "a part of the path is a file";
        }
        return failure instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : String.valueOf(failure.getMessage());
    }

    /** Returns the content of a file that a user named; throws a {@link UsageException} with the reason if there is none. */
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new UsageException(List.of("cannot read " + file + ": it is not text in UTF-8"));
        } catch (IOException e) {
            String why = Files.isDirectory(file)
                    ? "it is a directory"
                    : Files.exists(file) ? why(e) : "there is no such file";
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
