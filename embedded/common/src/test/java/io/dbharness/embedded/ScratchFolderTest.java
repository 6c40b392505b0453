package io.dbharness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.embedded.ServerHome.ScratchFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScratchFolderTest {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Path DISK = Path.of("target");

    @Test
    void isTheFirstOnADisk() throws Exception {
        assumeTrue(Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).type().equals("tmpfs"), "needs a tmpfs");
        assumeTrue(!Files.getFileStore(DISK).type().equals("tmpfs"), "needs a build directory on a disk");

        assertThat(new ScratchFolder(List.of(MEMORY, DISK)).directory()).isEqualTo(DISK);
        assertThat(new ScratchFolder(List.of(Path.of("/nowhere"), DISK)).directory())
                .isEqualTo(DISK);
        assertThat(new ScratchFolder(List.of(MEMORY)).directory())
                .as("better than none")
                .isEqualTo(MEMORY);
    }
}
