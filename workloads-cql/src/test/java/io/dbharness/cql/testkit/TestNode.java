package io.dbharness.cql.testkit;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.CqlTargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.CassandraServer;

/** The Cassandra node of the build: tests use their own keyspaces, leave the node running and do not change its configuration. */
public final class TestNode {

    private static final TestNode SHARED = new TestNode();

    private TestNode() {}

    public static TestNode shared() {
        return SHARED;
    }

    /** Returns the node's address with a keyspace of the test. */
    public String url(String keyspace) {
        return CassandraServer.address().url().replace("/dbharness?", "/" + keyspace + "?");
    }

    /** Returns the node's address without JMX. */
    public String urlWithoutJmx(String keyspace) {
        return url(keyspace).replaceAll("&jmx.*", "");
    }

    public CqlTarget open(String keyspace) {
        return new CqlTargetProvider().open(TargetSpec.of(url(keyspace)));
    }
}
