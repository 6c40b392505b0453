package io.dbharness.provisioning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where the ledgers are, a directory each, named like its file.
 *
 * @param path the directory of all of them
 */
public record StateDirectory(Path path) {

    /** {@code /var/lib/dbharness/provisioned} of root; under {@code XDG_STATE_HOME} or {@code ~/.local/state} of others. */
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

    /** Names of the runs that are there, sorted. */
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
