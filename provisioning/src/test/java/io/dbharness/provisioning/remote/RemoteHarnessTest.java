package io.dbharness.provisioning.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import io.dbharness.provisioning.remote.RemoteHarness.Job;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.SshServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A jar, its words and a password go to a machine by a real ssh server, and results come back. */
@Tag("server")
final class RemoteHarnessTest {

    private static final String PASSWORD = "it's-$(secret)";

    @TempDir
    static Path directory;

    private static Path there;
    private static Path jar;
    private static SshServer server;

    private final List<String> heard = new ArrayList<>();

    @BeforeAll
    static void startAServer() throws Exception {
        assumeTrue(SshServer.isInstalled(), "needs an ssh server");
        there = Files.createDirectory(directory.resolve("there"));
        server = SshServer.start(directory, there);
        jar = jar();
    }

    @AfterAll
    static void stopIt() {
        if (server != null) {
            server.close();
        }
    }

    private static Path jar() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, PretendHarness.class.getName());
        String entry = PretendHarness.class.getName().replace('.', '/') + ".class";
        Path file = directory.resolve("any.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest);
                InputStream in = PretendHarness.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        return file;
    }

    private Access access(Path key) {
        return new Access(
                "127.0.0.1", server.port(), System.getProperty("user.name"), key, directory.resolve("known_hosts"));
    }

    private ReadySubject ready(Access... clients) {
        TargetSpec target = TargetSpec.of("jdbc:postgresql://10.77.0.4:5432/harness")
                .withCredentials("harness", Secret.of(PASSWORD));
        return new ReadySubject(
                "db",
                Optional.empty(),
                Optional.of(target),
                Optional.empty(),
                Map.of("collect", "prometheus=http://10.77.0.4:9100"),
                Map.of(),
                List.of(clients));
    }

    private int run(ReadySubject ready, Path out, String... words) throws InterruptedException {
        return new RemoteHarness(jar).run(ready, new Job(List.of(words), out), heard::add);
    }

    @Test
    void theHarnessRunsThereAndItsResultsAndExitCodeComeBack() throws Exception {
        Files.deleteIfExists(installed());
        Path out = directory.resolve("deep").resolve("results");

        int code = run(ready(access(server.key())), out, "tpcc", "--fail-if", "p99 > 10ms && it's $HOME");

        assertThat(code).isEqualTo(10);
        assertThat(heard)
                .containsExactly(
                        "words tpcc|--fail-if|p99 > 10ms && it's $HOME|--target|jdbc:postgresql://10.77.0.4:5432/harness|--user|"
                                + "harness|--password|file:db.password|--collect|prometheus=http://10.77.0.4:9100|--out|"
                                + "results/results",
                        "password " + PASSWORD + " rw-------");
        assertThat(out.resolve("result.json")).hasContent("{}");
        assertThat(there.resolve("dbharness").resolve("db.password")).doesNotExist();
        assertThat(installed()).hasSameBinaryContentAs(jar);
        assertThat(directory.resolve("known_hosts")).isNotEmptyFile();
    }

    private static Path installed() {
        return there.resolve("dbharness").resolve("harness.jar");
    }

    @Test
    void theJarIsCopiedOnceAndAgainWhenItHasChangedAndTypedOptionsHavePrecedence() throws Exception {
        Files.createDirectories(installed().getParent());
        Files.copy(jar, installed(), StandardCopyOption.REPLACE_EXISTING);
        Object first = Files.getAttribute(installed(), "unix:ino");

        run(ready(access(server.key())), directory.resolve("own"), "tpcc", "--target=jdbc:x", "--collect", "none");

        assertThat(Files.getAttribute(installed(), "unix:ino")).isEqualTo(first);
        assertThat(heard.get(0)).isEqualTo("words tpcc|--target=jdbc:x|--collect|none|--out|results/own");

        Files.writeString(installed(), "damaged");
        assertThat(run(ready(access(server.key())), directory.resolve("none"), "refused"))
                .isEqualTo(2);

        assertThat(installed()).hasSameBinaryContentAs(jar);
        assertThat(directory.resolve("none")).as("results of a refused run").doesNotExist();
        assertThat(there.resolve("dbharness").resolve("db.password")).doesNotExist();
    }

    @Test
    void aMachineThatDoesNotKnowTheKeyIsNoConnection() throws Exception {
        Path stranger = directory.resolve("stranger");
        new ProcessBuilder(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", stranger.toString()))
                .start()
                .waitFor();

        assertThatThrownBy(() -> run(ready(access(stranger)), directory.resolve("x"), "tpcc"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("no connection to")
                .hasMessageContaining("by ssh");
    }

    @Test
    void aMachineIsEnteredThroughAnother() throws Exception {
        Access direct = access(server.key());
        Access behind = new Access(
                direct.host(), direct.port(), direct.user(), direct.key(), direct.known(), Optional.of(direct));

        assertThat(RemoteHarness.enter(behind, Optional.of("echo yes > entered")))
                .isZero();
        assertThat(there.resolve("entered")).content().isEqualTo("yes\n");
        assertThat(RemoteHarness.enter(behind, Optional.of("exit 7"))).isEqualTo(7);
    }

    /** Where both clients keep their agents. */
    private Path agents() {
        return there.resolve("dbharness").resolve("agents");
    }

    private List<String> keysAndPasswords() throws IOException {
        try (Stream<Path> files = Files.walk(there)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".p12") || file.endsWith(".password"))
                    .toList();
        }
    }

    @Test
    void severalClientsHaveAnAgentEachWithOneKeyAndNothingOfItStays() throws Exception {
        Access client = access(server.key());
        Access behind = new Access(
                client.host(), client.port(), client.user(), client.key(), client.known(), Optional.of(client));

        assertThat(run(ready(client, behind), directory.resolve("both"), "tpcc", "--collect", "none"))
                .isEqualTo(10);

        String host = "[0-9.]+";
        assertThat(heard).hasSize(3);
        assertThat(heard.get(0))
                .matches(
                        "words tpcc\\|--collect\\|none\\|--target\\|.*\\|--password\\|file:db.password\\|--agents\\|2\\|--bind\\|"
                                + host + ":7800\\|--join\\|" + host + ":7801," + host
                                + ":7802\\|--key\\|file:agents/both-1/key.p12\\|--out\\|results/both");
        assertThat(heard.get(2)).isEqualTo("key pretend key rw-------");
        for (int agent = 1; agent <= 2; agent++) {
            Path own = agents().resolve("both-" + agent);
            assertThat(Files.readString(own.resolve("words")))
                    .matches("agent\\|--bind\\|" + host + ":780" + agent + "\\|--join\\|" + host + ":7801," + host
                            + ":7802\\|--out\\|results\\|--key\\|file:key.p12");
            assertThat(own.resolve("secrets")).hasContent("pretend key rw------- " + PASSWORD);
            assertThat(own.resolve("left")).exists();
        }
        assertThat(keysAndPasswords()).isEmpty();
        assertThat(directory.resolve("both").resolve("result.json")).hasContent("{}");
    }

    @Test
    void agentsStartBehindAShellThatPrints() throws Exception {
        Path startUp = Files.writeString(there.resolve(".bashrc"), "echo 'printed by a start-up file' >&2\n");
        try {
            assertThat(run(ready(access(server.key()), access(server.key())), directory.resolve("noisy"), "tpcc"))
                    .isEqualTo(10);
        } finally {
            Files.delete(startUp);
        }

        assertThat(agents().resolve("noisy-2").resolve("secrets")).hasContent("pretend key rw------- " + PASSWORD);
    }

    @Test
    void allMachinesThatCannotBeEnteredAreToldAtOnce() {
        Access client = access(server.key());
        Access one = new Access("127.0.0.1", client.port(), "nobody-1", client.key(), client.known());
        Access two = new Access("127.0.0.1", client.port(), "nobody-2", client.key(), client.known());

        assertThatThrownBy(() -> run(ready(client, one, two), directory.resolve("none"), "tpcc"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("no connection to nobody-1@127.0.0.1")
                .hasMessageContaining("no connection to nobody-2@127.0.0.1");
    }

    @Test
    void anAgentThatDoesNotStartIsNamedAndTheOthersLeave() throws Exception {
        Access client = access(server.key());
        Files.writeString(Files.createDirectories(there.resolve("dbharness")).resolve("dead"), ":7802");

        assertThatThrownBy(() -> run(ready(client, client), directory.resolve("dead"), "tpcc"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("the agent on client-2 (127.0.0.1) has ended at its start")
                .hasMessageContaining("client-2 (127.0.0.1): cannot join from ");

        Files.delete(there.resolve("dbharness").resolve("dead"));
        assertThat(heard).isEmpty();
        assertThat(agents().resolve("dead-1").resolve("left")).exists();
        assertThat(keysAndPasswords()).isEmpty();
    }

    @Test
    void anAgentThatEndsDuringTheRunIsNamedAfterItAndTheCommandMayUseFewer() throws Exception {
        Access client = access(server.key());
        Files.writeString(Files.createDirectories(there.resolve("dbharness")).resolve("short"), ":7801");

        run(ready(client, client), directory.resolve("lost"), "tpcc", "--agents", "1");

        Files.delete(there.resolve("dbharness").resolve("short"));
        assertThat(heard.get(0))
                .contains("tpcc|--agents|1|--target")
                .contains("|--join|")
                .doesNotContain("|2|");
        assertThat(heard.get(heard.size() - 1))
                .startsWith("the agent on client (127.0.0.1) has ended during the run")
                .contains("client (127.0.0.1): no memory");
        assertThat(keysAndPasswords()).isEmpty();
    }

    @Test
    void anInterruptedRunLeavesNoAgentAndNoKey() throws Exception {
        Access client = access(server.key());
        AtomicReference<Exception> end = new AtomicReference<>();
        Thread runner = new Thread(() -> {
            try {
                new RemoteHarness(jar)
                        .run(
                                ready(client, client),
                                new Job(List.of("refused"), directory.resolve("cut")),
                                line -> Thread.currentThread().interrupt());
            } catch (InterruptedException e) {
                end.set(e);
            }
        });
        runner.start();
        runner.join();

        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(agents().resolve("cut-1").resolve("left")).exists();
        assertThat(agents().resolve("cut-2").resolve("left")).exists();
        assertThat(keysAndPasswords()).isEmpty();
    }

    @Test
    void aCommandThatNamesAgentsStartsNone() throws Exception {
        Access client = access(server.key());

        run(ready(client, client), directory.resolve("joined"), "tpcc", "--agents=3", "--join", "10.0.0.1:7800");

        assertThat(heard.get(0))
                .contains("--agents=3|--join|")
                .doesNotContain("--bind")
                .doesNotContain("--key");
        assertThat(agents().resolve("joined-1")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs.sh", "agent.sh", "key.sh"})
    void everyShellCanReadTheScripts(String name) throws Exception {
        Path script = Files.writeString(directory.resolve(name), Resources.text(RemoteHarness.class, name));

        assertThat(new ProcessBuilder("sh", "-n", script.toString()).start().waitFor())
                .isZero();
    }

    @Test
    void aPlaceWithoutAMachineAndResultsThatAreThereAreRefused() {
        ReadySubject bare = new ReadySubject(
                "db", Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of(), List.of());

        assertThatThrownBy(() -> run(bare, directory.resolve("x"), "tpcc"))
                .hasMessageContaining("'db' has no client machine");
        assertThatThrownBy(() -> run(ready(access(server.key())), there, "tpcc"))
                .hasMessageContaining("already exists; name another directory with --out");
        assertThatThrownBy(() -> run(ready(access(server.key())), directory.resolve("x"), "tpcc", "--out", "y"))
                .hasMessageContaining("give --out before the '--'");
        assertThat(directory.resolve("x")).doesNotExist();
    }
}
