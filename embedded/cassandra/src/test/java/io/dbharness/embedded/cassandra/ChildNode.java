package io.dbharness.embedded.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import io.dbharness.embedded.testkit.ChildHarness;
import io.dbharness.sut.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The harness that {@link ChildHarness} runs with a Cassandra node. */
final class ChildNode {

    static final String INSERT = "INSERT INTO kept.seen (k, v) VALUES (1, 'written by the killed harness')";

    private ChildNode() {}

    /** Runs in the child process. Arguments: scratch, and the data directory if it is kept. */
    public static void main(String[] arguments) throws Exception {
        Optional<Path> kept = arguments.length > 1 ? Optional.of(Path.of(arguments[1])) : Optional.empty();
        try (RunningServer server = TestNodes.provider(Path.of(arguments[0]))
                .start(kept.map(TestNodes::apart).orElseGet(() -> TestNodes.spec(kept, "1")))) {
            try (CqlSession session = TestNodes.connect(server.address())) {
                session.execute(
                        "CREATE KEYSPACE kept WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
                session.execute("CREATE TABLE kept.seen (k int PRIMARY KEY, v text)");
                session.execute(INSERT);
            }
            System.out.println("ready " + server.dataDirectory());
            if (System.in.read() < 0) {
                System.out.println("end of input");
            }
        }
    }

    static ChildHarness start(Path... places) throws IOException {
        return ChildHarness.start(List.of(), System.getProperty("java.class.path"), ChildNode.class, places);
    }
}
