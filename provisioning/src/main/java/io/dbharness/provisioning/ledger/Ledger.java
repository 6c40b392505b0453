package io.dbharness.provisioning.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file of one run that says what was begun, done and undone: a JSON object a line, each on the disk before the next thing happens.
 * A last line that was cut off never happened. Locked while open for writing. One thread.
 */
public final class Ledger implements AutoCloseable {

    public static final String FILE = "ledger.jsonl";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path directory;
    private final FileChannel channel;
    private final RunClock clock;

    private Ledger(Path directory, FileChannel channel, RunClock clock) {
        this.directory = directory;
        this.channel = channel;
        this.clock = clock;
    }

    /** Whether a directory has a ledger. */
    public static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(FILE));
    }

    /** What a directory's ledger says now; nothing has happened where there is none. Takes no lock. */
    public static History read(Path directory) {
        try {
            Path file = directory.resolve(FILE);
            return History.of(directory, isIn(directory) ? entries(file, wholeLines(file)) : List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a directory's ledger to write on, both made if need be. Throws when another process has it open. */
    public static Ledger open(Path directory, RunClock clock) {
        try {
            Files.createDirectories(directory);
            Path file = directory.resolve(FILE);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                channel.close();
                throw new HarnessException(
                        "another run of the harness is at work on " + directory + "; wait for its end and try again");
            }
            channel.truncate(wholeLines(file).length);
            channel.position(channel.size());
            syncDirectory(directory);
            return new Ledger(directory, channel, clock);
        } catch (IOException e) {
            throw new HarnessException("cannot write the ledger in " + directory + ": " + e, e);
        }
    }

    public History history() {
        return read(directory);
    }

    /** The first line. */
    public void begins(Run run) {
        append(Entry.run(now(), run));
    }

    public void begins(Step step) {
        append(Entry.begun(now(), step));
    }

    public void isDone(Step step, Map<String, String> facts) {
        append(Entry.done(now(), step, facts));
    }

    public void isUndone(Step step) {
        append(Entry.undone(now(), step));
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(Entry entry) {
        try {
            String line = MAPPER.writeValueAsString(entry) + "\n";
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot write the ledger in " + directory + ": " + e.getMessage() + "; nothing more is made", e);
        }
    }

    private String now() {
        return clock.wallTime().truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** Without a last line that was cut off, which may end in the middle of a character. */
    private static byte[] wholeLines(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }

    private static List<Entry> entries(Path file, byte[] lines) {
        List<Entry> entries = new ArrayList<>();
        for (String line : new String(lines, StandardCharsets.UTF_8).lines().toList()) {
            try {
                entries.add(MAPPER.readValue(line, Entry.class));
            } catch (JsonProcessingException e) {
                throw new HarnessException(
                        file + ":" + (entries.size() + 1) + " is damaged: " + e.getOriginalMessage(), e);
            }
        }
        return entries;
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // This process holds it already, on another thread.
            return null;
        }
    }

    /** A new file is only there for good when its name is. */
    private static void syncDirectory(Path directory) throws IOException {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }
}
