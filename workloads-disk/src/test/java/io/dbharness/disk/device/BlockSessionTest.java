package io.dbharness.disk.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.disk.testkit.DiskRun;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.SessionSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockSessionTest {

    private static final int PAGE = 4096;
    private static final int BLOCK = 2 * PAGE;
    /** O_DSYNC. */
    private static final long SYNCHRONIZED_DATA = 010_000;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void aFileOfTenBlocks() throws IOException {
        file = Files.write(folder.resolve("probe"), new byte[10 * BLOCK]);
    }

    private SessionSource<BlockSession> sessions(String options) {
        return DiskRun.target("file:" + file + options).dedicatedSessions();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?direct=auto", "?direct=no", "?direct=auto&sync=yes"})
    void aWriteIsRandomBytesInItsPlaceAndNowhereElse(String options) throws IOException {
        try (SessionSource<BlockSession> sessions = sessions(options)) {
            BlockSession session = sessions.acquire();
            session.write(0, 3L * BLOCK, BLOCK, 42, content -> {});
            sessions.release(session);
        }

        byte[] content = Files.readAllBytes(file);
        assertThat(Arrays.copyOfRange(content, 0, 3 * BLOCK)).containsOnly(0);
        assertThat(Arrays.copyOfRange(content, 4 * BLOCK, 10 * BLOCK)).containsOnly(0);
        long zeros = 0;
        for (int i = 3 * BLOCK; i < 4 * BLOCK; i++) {
            zeros += content[i] == 0 ? 1 : 0;
        }
        assertThat(zeros).isBetween(1L, 100L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @EnabledOnOs(OS.LINUX)
    void writesEndOnTheMediumIfAskedTo(boolean sync) throws IOException {
        try (SessionSource<BlockSession> sessions = sessions("?direct=no&sync=" + (sync ? "yes" : "no"))) {
            sessions.release(sessions.acquire());

            assertThat(flagsOfTheOpenFile() & SYNCHRONIZED_DATA).isEqualTo(sync ? SYNCHRONIZED_DATA : 0);
        }
    }

    /** The flags of open(2), in octal digits. */
    private long flagsOfTheOpenFile() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                if (Files.isSymbolicLink(descriptor)
                        && Files.readSymbolicLink(descriptor).equals(file)) {
                    String flags =
                            Files.readAllLines(Path.of(
                                            "/proc/self/fdinfo",
                                            descriptor.getFileName().toString()))
                                    .stream()
                                    .filter(line -> line.startsWith("flags:"))
                                    .findFirst()
                                    .orElseThrow();
                    return Long.parseLong(flags.substring("flags:".length()).strip(), 8);
                }
            }
        }
        throw new AssertionError("the file is not open");
    }

    @Test
    void noTwoPagesThatAreWrittenAreAlike() throws IOException {
        try (SessionSource<BlockSession> sessions = sessions("")) {
            BlockSession session = sessions.acquire();
            session.write(0, 0, BLOCK, 1L << 40, content -> {});
            session.write(0, BLOCK, BLOCK, 2L << 40, content -> {});
            sessions.release(session);
        }

        byte[] content = Files.readAllBytes(file);
        assertThat(java.util.stream.IntStream.range(0, 4)
                        .mapToObj(page -> Arrays.hashCode(Arrays.copyOfRange(content, page * PAGE, (page + 1) * PAGE))))
                .doesNotHaveDuplicates();
    }

    @Test
    void aReadBeyondTheEndFails() {
        try (SessionSource<BlockSession> sessions = sessions("")) {
            BlockSession session = sessions.acquire();

            assertThatThrownBy(() -> session.read(0, 10L * BLOCK, BLOCK))
                    .isInstanceOf(EOFException.class)
                    .hasMessage("the file ends at 81920, before 90112");
            sessions.release(session);
        }
    }

    @Test
    void aSessionIsUsedAgainUntilItIsDiscarded() throws IOException {
        try (SessionSource<BlockSession> sessions = sessions("")) {
            BlockSession first = sessions.acquire();
            sessions.release(first);
            BlockSession again = sessions.acquire();
            assertThat(again).isSameAs(first);
            sessions.discard(again);

            assertThatThrownBy(first::reset).isInstanceOf(ClosedChannelException.class);
            BlockSession other = sessions.acquire();
            assertThat(other).isNotSameAs(first);
            other.read(0, 0, BLOCK);
            sessions.release(other);
        }
    }

    @Test
    void aFileThatIsGoneCannotBeReached() throws IOException {
        try (SessionSource<BlockSession> sessions = sessions("")) {
            Files.delete(file);

            assertThatThrownBy(sessions::acquire)
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessage("cannot open " + file + ": there is no such file");
        }
    }
}
