package io.dbharness.provisioning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The directory of the ledgers, with a subdirectory for each run, named like its file.
 *
 * @param path the directory that contains all of them
 */
public record StateDirectory(Path path) {

    /**
     * Returns {@code /var/lib/dbharness/provisioned} for root; a directory below {@code XDG_STATE_HOME} or {@code ~/.local/state} for other
     * users.
     */
    public static StateDirectory standard(Map<String, String> environment) {
        String home = environment.getOrDefault("XDG_STATE_HOME", "");
        Path state;
        if (!home.isEmpty()) {
            state = Path.of(home);
        } else if ("root".equals(System.getProperty("user.name"))) {
            state = Path.of("/var/lib");
        } else {
            state = Path.of(System.getProperty("user.home"), ".local", "state");
        }
        return new StateDirectory(state.resolve("dbharness/provisioned").toAbsolutePath());
    }

    Path of(String name) {
        return path.resolve(name);
    }

    /** Returns the names of the runs in this directory, sorted. */
    List<String> names() {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> runs = Files.list(path)) {
            return runs.filter(Ledger::isIn)
                    .map(run -> run.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
