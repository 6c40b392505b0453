package io.dbharness.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWorkTest {

    @TempDir
    private Path folder;

    @Test
    void theReasonIsInWordsWhereTheSystemNamesTheFileOnly() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> FileWork.run("create it", () -> Files.createDirectory(folder.resolve("a/b"))))
                .hasMessage("cannot create it: no such file or directory");
        assertThatThrownBy(() -> FileWork.run("create it", () -> Files.createFile(file)))
                .hasMessage("cannot create it: a file of this name is in the way");
        assertThatThrownBy(() -> FileWork.run("list it", () -> {
                    try (Stream<Path> files = Files.list(file)) {
                        assertThat(files).isEmpty();
                    }
                }))
                .hasMessage("cannot list it: a part of the path is a file");
    }
}
