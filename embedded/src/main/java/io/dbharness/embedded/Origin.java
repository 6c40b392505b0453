package io.dbharness.embedded;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * Which server made the data of a directory, kept in a marker file beside them. A directory without the marker is not ours to touch.
 *
 * @param server  for example {@code postgresql}
 * @param version the part of its version that decides whether it can read the data
 * @param runAs   the name of the {@link RunAs} that owns the data
 */
record Origin(String server, String version, String runAs) {

    static final String FILE = "dbharness.properties";

    static Optional<Origin> read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return Optional.of(new Origin(
                properties.getProperty("server", "unknown"),
                properties.getProperty("version", "unknown"),
                properties.getProperty("runAs", "unknown")));
    }

    void write(Path directory) throws IOException {
        String text = "server=" + server + "\nversion=" + version + "\nrunAs=" + runAs + "\n";
        Files.writeString(directory.resolve(FILE), text);
    }
}
