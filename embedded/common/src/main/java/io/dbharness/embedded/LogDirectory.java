package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The directory of a server's log on another disk than its data: PostgreSQL's WAL, Cassandra's commit log. Its path is noted beside the
 * data, because a server that does not find its log loses what only the log holds.
 */
public final class LogDirectory {

    private static final String OPTION = "log-dir";
    static final String NOTE = "log-directory";

    private LogDirectory() {}

    /**
     * Returns the directory that the option {@code log-dir} names; empty if the log lies with the data. Throws if existing data have their
     * log elsewhere, or if new data would find files of others in it.
     */
    public static Optional<Path> of(TargetSpec spec, ServerHome home) throws IOException {
        Optional<Path> asked = Optional.ofNullable(spec.options().get(OPTION))
                .map(text -> Path.of(text).toAbsolutePath().normalize());
        if (asked.isPresent() && home.isScratch()) {
            throw new UsageException(
                    List.of("--log-dir needs a --data-dir: the log is part of the data, and is kept as long"));
        }
        Path note = home.root().resolve(NOTE);
        if (Files.exists(home.data())) {
            Optional<Path> known = Files.exists(note)
                    ? Optional.of(Path.of(Files.readString(note).strip()))
                    : Optional.empty();
            if (!known.equals(asked)) {
                throw new HarnessException("the data in " + home.root() + " have their log "
                        + known.map(path -> "in " + path + "; pass --log-dir " + path)
                                .orElse("beside them; leave out --log-dir")
                        + ", or choose another --data-dir");
            }
            return asked;
        }
        Files.deleteIfExists(note);
        if (asked.isPresent()) {
            claim(asked.get());
            Files.writeString(note, asked.get() + "\n");
        }
        return asked;
    }

    private static void claim(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            try (Stream<Path> entries = Files.list(directory)) {
                if (entries.findAny().isPresent()) {
                    throw new HarnessException(
                            "--log-dir " + directory + " is not empty; nothing was touched; choose another one");
                }
            }
        }
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }
}
