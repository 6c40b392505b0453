package io.dbharness.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes a directory tree; removes links without following them. Files that another process deletes meanwhile are no error. */
public final class FileTree extends SimpleFileVisitor<Path> {

    private FileTree() {}

    public static void delete(Path root) throws IOException {
        if (Files.exists(root)) {
            Files.walkFileTree(root, new FileTree());
        }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.deleteIfExists(file);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        return continueWhenGone(failure);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
        if (failure != null) {
            return continueWhenGone(failure);
        }
        Files.deleteIfExists(directory);
        return FileVisitResult.CONTINUE;
    }

    private static FileVisitResult continueWhenGone(IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
