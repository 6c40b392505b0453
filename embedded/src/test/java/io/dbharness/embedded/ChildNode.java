package io.dbharness.embedded;

import com.datastax.oss.driver.api.core.CqlSession;
import io.dbharness.sut.RunningServer;
import java.nio.file.Path;
import java.util.Optional;

/** The harness that {@link ChildHarness} runs with a Cassandra node in place of PostgreSQL. */
final class ChildNode {

    static final String INSERT = "INSERT INTO kept.seen (k, v) VALUES (1, 'written by the killed harness')";

    private ChildNode() {}

    /** In the child. Arguments: scratch, and the data directory when it is to be kept. */
    public static void main(String[] arguments) throws Exception {
        Optional<Path> kept = arguments.length > 1 ? Optional.of(Path.of(arguments[1])) : Optional.empty();
        try (RunningServer server = TestNodes.provider(Path.of(arguments[0])).start(TestNodes.spec(kept, "1"))) {
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
}
