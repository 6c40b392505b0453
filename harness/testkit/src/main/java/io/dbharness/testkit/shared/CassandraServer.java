package io.dbharness.testkit.shared;

import io.dbharness.sut.TargetSpec;
import java.util.Map;
import java.util.Optional;

/** Describes Cassandra nodes for tests, and starts the one that all test JVMs of a build share. */
public final class CassandraServer {

    /**
     * JVM options of a node that lives for seconds or minutes: the optimizing compiler, the verification of Cassandra's own classes and a
     * flush of the schema tables after each schema change cost more processor time than they save.
     */
    public static final String JVM = "-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC"
            + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
            + " -Dcassandra.test.flush_local_schema_changes=false -Dcassandra.unsafesystem=true";

    /** Requests may take longer than the usual 2 and 5 s, because a build that runs several modules at once can hold up the node. */
    private static final String SETTINGS = """
            authenticator: AllowAllAuthenticator
            materialized_views_enabled: true
            read_request_timeout: 20s
            range_request_timeout: 20s
            write_request_timeout: 20s
            counter_write_request_timeout: 20s
            cas_contention_timeout: 20s
            """;

    private static final Map<String, String> OPTIONS = Map.of("heap", "512m", "jvm", JVM, "settings", SETTINGS);

    private CassandraServer() {}

    /** Returns the address of the build's node, which needs no login; each test uses its own keyspace. */
    public static TargetSpec address() {
        return BuildServer.address(
                "cassandra",
                new TargetSpec("embedded:cassandra", Optional.empty(), Optional.empty(), Optional.empty(), OPTIONS));
    }
}
