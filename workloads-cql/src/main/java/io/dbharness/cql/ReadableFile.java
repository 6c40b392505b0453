package io.dbharness.cql;

import io.dbharness.workload.Parameter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Files that are there. */
record ReadableFile() implements Parameter.Domain {

    @Override
    public String label() {
        return "FILE";
    }

    @Override
    public boolean contains(String text) {
        try {
            Path file = Path.of(text);
            return Files.isRegularFile(file) && Files.isReadable(file);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    @Override
    public String expectation() {
        return "a file that can be read";
    }
}
