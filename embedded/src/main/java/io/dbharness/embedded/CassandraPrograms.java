package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The jars that a node runs on. They are on its class path only, never on this process's.
 *
 * @param home the directory they are in
 */
record CassandraPrograms(Path home) {

    private static final String ARCHIVE = "cassandra/cassandra.tar";

    /** Those that this harness carries, unpacked now if they never were. */
    static CassandraPrograms unpacked(UserCache cache) throws IOException {
        URL archive = CassandraPrograms.class.getResource(ARCHIVE);
        if (archive == null) {
            throw new HarnessException("this build carries no Cassandra; pass --target");
        }
        ProgramStore store = new ProgramStore(cache.directory(false));
        return new CassandraPrograms(store.unpacked("cassandra-" + version(), archive, text(ARCHIVE + ".sha256")));
    }

    /** Their version, for example {@code 5.0.9}. */
    static String version() throws IOException {
        return text("cassandra/version");
    }

    /** The part within which data directories stay readable, for example {@code 5.0}. */
    static String line() throws IOException {
        String version = version();
        return version.substring(0, version.lastIndexOf('.'));
    }

    /** In this order: a few classes replace Cassandra's own. */
    List<Path> classPath() {
        return List.of(home.resolve("before-cassandra.jar"), home.resolve("*"));
    }

    /** The Java agent by which Cassandra learns the size of objects. */
    Path agent() throws IOException {
        try (DirectoryStream<Path> agents = Files.newDirectoryStream(home, "jamm-*.jar")) {
            for (Path agent : agents) {
                return agent;
            }
        }
        throw new FileNotFoundException("no jamm in " + home + "; delete that directory, it will be made again");
    }

    private static String text(String resource) throws IOException {
        try (InputStream content = CassandraPrograms.class.getResourceAsStream(resource)) {
            if (content == null) {
                throw new FileNotFoundException("this build lacks the resource " + resource);
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
