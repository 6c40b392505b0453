package io.dbharness.cql.testkit;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.CqlTargetProvider;
import io.dbharness.embedded.cassandra.EmbeddedCassandraProvider;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A real Cassandra: one for all tests of a JVM that leave it as it is, and one of its own for who stops it. Each ends with the JVM. */
public final class TestNode {

    /** The compiler that optimises costs more than it brings within a test. */
    public static final Map<String, String> OPTIONS = Map.of(
            "heap",
            "512m",
            "jvm",
            "-XX:TieredStopAtLevel=1",
            "settings",
            "authenticator: AllowAllAuthenticator\nmaterialized_views_enabled: true");

    private static TestNode shared;

    private final Path directory;
    private RunningServer server;

    private TestNode() {
        try {
            this.directory = Files.createTempDirectory("dbharness-cql-test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.server = start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    }

    public static synchronized TestNode shared() {
        if (shared == null) {
            shared = new TestNode();
        }
        return shared;
    }

    /** A node that others do not use: it may be paused and restarted. */
    public static TestNode ofItsOwn() {
        return new TestNode();
    }

    private RunningServer start() {
        return new EmbeddedCassandraProvider()
                .start(new TargetSpec(
                        "embedded:cassandra", Optional.empty(), Optional.empty(), Optional.of(directory), OPTIONS));
    }

    /** The node's address with a keyspace of the test's own. */
    public String url(String keyspace) {
        return server.address().url().replace("/dbharness?", "/" + keyspace + "?");
    }

    /** The same without the way to ask by JMX. */
    public String urlWithoutJmx(String keyspace) {
        return url(keyspace).replaceAll("&jmx.*", "");
    }

    public CqlTarget open(String keyspace) {
        return new CqlTargetProvider().open(TargetSpec.of(url(keyspace)));
    }

    /** Lets the process stand still, as a machine that is paused does. */
    public void pause() {
        signal("-STOP");
    }

    public void resume() {
        signal("-CONT");
    }

    /** Ends the node and starts it again on the same data. */
    public void restart() {
        server.close();
        server = start();
    }

    private void signal(String signal) {
        try {
            String pid = Files.readString(server.dataDirectory().resolve("node1/cassandra.pid"))
                    .strip();
            int code =
                    new ProcessBuilder("kill", signal, pid).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill " + signal + " " + pid + " failed with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void end() {
        server.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
