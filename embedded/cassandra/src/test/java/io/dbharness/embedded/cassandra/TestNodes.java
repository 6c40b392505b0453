package io.dbharness.embedded.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.dbharness.embedded.ServerHome.ScratchFolder;
import io.dbharness.embedded.Starter;
import io.dbharness.embedded.UserCache;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Shared parts of the tests with real Cassandra nodes. */
final class TestNodes {

    /** A stopping node flushes its tables and waits for its peers. */
    static final Duration SOON = Duration.ofSeconds(60);

    /** The optimizing compiler and the verification of classes cost more processor time than they save within a test. */
    static final String QUICK = "-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC"
            + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote";

    private TestNodes() {}

    static EmbeddedCassandraProvider provider(Path scratch) {
        return provider(new SystemClock(), scratch);
    }

    static EmbeddedCassandraProvider provider(RunClock clock, Path scratch) {
        return new EmbeddedCassandraProvider(new Starter(
                clock,
                new SecureRandom(),
                new UserCache(List.of(TestFolders.cache())),
                new ScratchFolder(List.of(scratch))));
    }

    static TargetSpec spec(Optional<Path> kept, String nodes) {
        return spec(kept, nodes, QUICK);
    }

    static TargetSpec spec(Optional<Path> kept, String nodes, String jvmOptions) {
        return new TargetSpec(
                EmbeddedCassandraProvider.URL,
                Optional.empty(),
                Optional.empty(),
                kept,
                Map.of("nodes", nodes, "heap", "384m", "jvm", jvmOptions));
    }

    static TargetSpec kept(Path directory) {
        return spec(Optional.of(directory), "1");
    }

    /** Kept data whose commit log is in another directory. */
    static TargetSpec apart(Path directory) {
        TargetSpec kept = kept(directory);
        Map<String, String> options = new HashMap<>(kept.options());
        options.put("log-dir", log(directory).toString());
        return new TargetSpec(kept.url(), kept.user(), kept.password(), kept.dataDir(), options);
    }

    static Path log(Path directory) {
        return directory.resolveSibling(directory.getFileName() + " log");
    }

    static CqlSession connect(TargetSpec address) {
        DriverConfigLoader patient = DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, SOON)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, SOON)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, SOON)
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, SOON)
                .build();
        CqlSessionBuilder builder =
                CqlSession.builder().withConfigLoader(patient).withLocalDatacenter(parameter(address, "datacenter"));
        contactPoints(address).forEach(builder::addContactPoint);
        address.password()
                .ifPresent(
                        password -> builder.withAuthCredentials(address.user().orElseThrow(), password.reveal()));
        return builder.build();
    }

    static List<InetSocketAddress> contactPoints(TargetSpec address) {
        String url = address.url();
        String list = url.substring("cassandra://".length(), url.indexOf("/dbharness?"));
        return Pattern.compile(",").splitAsStream(list).map(TestNodes::socket).toList();
    }

    private static InetSocketAddress socket(String text) {
        int colon = text.indexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    static String parameter(TargetSpec address, String name) {
        String query = address.url().substring(address.url().indexOf('?') + 1);
        return Pattern.compile("&")
                .splitAsStream(query)
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow();
    }

    static String managerPassword(TargetSpec address) {
        return Secret.parse(parameter(address, "jmxpassword")).orElseThrow().reveal();
    }

    static ProcessHandle process(RunningServer server, int node) throws IOException {
        return process(server.dataDirectory(), node);
    }

    static ProcessHandle process(Path data, int node) throws IOException {
        Path file = CassandraNode.processFile(CassandraNode.directory(data, node));
        return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
    }
}
