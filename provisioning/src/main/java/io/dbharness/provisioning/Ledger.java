package io.dbharness.provisioning;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Facts;
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
import java.nio.file.attribute.PosixFilePermissions;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The append-only log of one run: one JSON object a line for each step that was begun, done or undone. Each line is forced to disk before
 * the caller goes on. An incomplete last line is ignored. The file is locked while open for writing. Not thread-safe.
 */
final class Ledger implements AutoCloseable {

    public static final String FILE = "ledger.jsonl";

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .defaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
            .build();

    private final Path directory;
    private final FileChannel channel;
    private final RunClock clock;

    private Ledger(Path directory, FileChannel channel, RunClock clock) {
        this.directory = directory;
        this.channel = channel;
        this.clock = clock;
    }

    /** Returns true if the directory contains a ledger. */
    public static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(FILE));
    }

    /** Reads the ledger of a directory without locking it; the history is empty if there is no ledger. */
    public static History read(Path directory) {
        try {
            Path file = directory.resolve(FILE);
            return History.of(directory, isIn(directory) ? entries(file, wholeLines(file)) : List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens the ledger of a directory for appending and creates both if missing. Throws if another process has the ledger open. */
    public static Ledger open(Path directory, RunClock clock) {
        try {
            Files.createDirectories(directory);
            if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
                // The ledger lists every created resource, and private keys are stored in the same directory.
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            }
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

    /** Appends the first line. */
    public void begins(Run run) {
        append(What.RUN, run.id(), Map.of(Entry.NAME, run.name()), Map.of());
    }

    public void begins(Step step) {
        Map<String, String> about = Map.of(
                Entry.PROVIDER, step.provider(),
                Entry.KIND, step.kind(),
                Entry.SUBJECT, step.subject(),
                Entry.SUMMARY, step.summary());
        append(What.BEGUN, step.id(), about, step.arguments());
    }

    public void isDone(Step step, Map<String, String> facts) {
        append(What.DONE, step.id(), Map.of(), facts);
    }

    public void isUndone(Step step) {
        append(What.UNDONE, step.id(), Map.of(), Map.of());
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(What what, String id, Map<String, String> about, Map<String, ?> facts) {
        try {
            String now = clock.wallTime().truncatedTo(ChronoUnit.MILLIS).toString();
            String line = MAPPER.writeValueAsString(new Entry(now, what, id, about, Step.json(facts))) + "\n";
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot write the ledger in " + directory + ": " + e.getMessage() + "; no further step is started",
                    e);
        }
    }

    /** Returns the file without an incomplete last line, which may end in the middle of a character. */
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
                Entry entry = MAPPER.readValue(line, Entry.class);
                if (entry == null) {
                    throw new HarnessException(file + ":" + (entries.size() + 1) + " is damaged: the line is empty");
                }
                entries.add(entry);
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
            // Another thread of this process holds the lock.
            return null;
        }
    }

    /** Forces the directory to disk: a new file survives a crash only once its directory entry does. */
    private static void syncDirectory(Path directory) throws IOException {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    /**
     * The state of a run, reduced from the lines of its ledger. Immutable.
     *
     * @param run      the run that the ledger belongs to; empty before its first line
     * @param since    time of the first line, ISO 8601; empty before it
     * @param standing steps that were begun and not undone, in the order in which they were begun
     * @param done     ids of the steps in {@code standing} that are complete
     * @param facts    facts that these steps returned
     */
    record History(Optional<Run> run, String since, List<Step> standing, Set<String> done, Facts facts) {

        public History {
            standing = List.copyOf(standing);
            done = Set.copyOf(done);
        }

        static History of(Path directory, List<Entry> entries) {
            Optional<Entry> first = Optional.empty();
            Map<String, Step> standing = new LinkedHashMap<>();
            Map<String, Map<String, String>> facts = new LinkedHashMap<>();
            for (Entry entry : entries) {
                switch (entry.what()) {
                    case RUN -> first = first.or(() -> Optional.of(entry));
                    case BEGUN -> standing.put(entry.id(), entry.step());
                    case DONE -> facts.put(entry.id(), entry.texts());
                    case UNDONE -> {
                        standing.remove(entry.id());
                        facts.remove(entry.id());
                    }
                }
            }
            return new History(
                    first.map(entry -> entry.run(directory)),
                    first.map(Entry::at).orElse(""),
                    new ArrayList<>(standing.values()),
                    facts.keySet(),
                    new Facts(facts));
        }

        /** Returns the step with this id if it was begun and not undone. */
        public Optional<Step> standing(String id) {
            return standing.stream().filter(step -> step.id().equals(id)).findFirst();
        }
    }

    /** The event that a ledger line records. */
    enum What {
        RUN,
        BEGUN,
        DONE,
        UNDONE
    }

    /**
     * One line of a ledger.
     *
     * @param at    time of writing, ISO 8601
     * @param what  the event
     * @param id    id of the run or the step
     * @param about further properties of the run or step by name; empty for DONE and UNDONE
     * @param facts arguments of a step that begins, JSON values; facts returned by a step that is done, texts
     */
    record Entry(String at, What what, String id, Map<String, String> about, Map<String, Object> facts) {

        private static final String NAME = "name";
        private static final String PROVIDER = "provider";
        private static final String KIND = "kind";
        private static final String SUBJECT = "subject";
        private static final String SUMMARY = "summary";

        Entry {
            about = Map.copyOf(about);
            facts = Step.json(facts);
        }

        /** Returns the facts of a step that is done. */
        Map<String, String> texts() {
            Map<String, String> texts = new LinkedHashMap<>();
            facts.forEach((name, fact) -> texts.put(name, fact.toString()));
            return texts;
        }

        /** Parses the run from a first line. */
        Run run(Path directory) {
            return new Run(about(NAME), id, directory);
        }

        /** Parses the step from the line that begins it. */
        Step step() {
            return new Step(about(PROVIDER), id, about(KIND), about(SUBJECT), about(SUMMARY), facts);
        }

        private String about(String name) {
            return about.getOrDefault(name, "");
        }
    }
}
