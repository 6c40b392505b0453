package io.dbharness.embedded.postgresql;

import io.dbharness.embedded.testkit.ChildHarness;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The harness that {@link ChildHarness} runs with PostgreSQL. */
final class ChildServer {

    private ChildServer() {}

    /** Runs in the child process. Arguments: cache, scratch, and the data directory if it is kept. */
    public static void main(String[] arguments) throws Exception {
        EmbeddedPostgresProvider provider = TestServers.provider(Path.of(arguments[0]), Path.of(arguments[1]));
        TargetSpec spec = arguments.length > 2 ? TestServers.kept(Path.of(arguments[2])) : TestServers.temporary();
        try (RunningServer server = provider.start(spec)) {
            TestServers.execute(server.address(), "CREATE TABLE IF NOT EXISTS seen (v int)");
            System.out.println("ready " + server.dataDirectory());
            if (System.in.read() < 0) {
                System.out.println("end of input");
            }
        }
        System.out.println("closed");
    }

    static ChildHarness start(Path... places) throws IOException {
        return start(List.of(), System.getProperty("java.class.path"), places);
    }

    static ChildHarness start(List<String> prefix, String classPath, Path... places) throws IOException {
        return ChildHarness.start(prefix, classPath, ChildServer.class, places);
    }
}
