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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A jar, its words and a password go to a machine by a real ssh server, and results come back. */
@Tag("server")
final class RemoteHarnessTest {

    private static final String PASSWORD = "it's-$(secret)";

    @TempDir
    Path directory;

    private final List<String> heard = new ArrayList<>();
    private Path there;
    private Path jar;
    private SshServer server;

    @BeforeEach
    void startAServer() throws Exception {
        assumeTrue(SshServer.isInstalled(), "needs an ssh server");
        there = Files.createDirectory(directory.resolve("there"));
        server = SshServer.start(directory, there);
        jar = jar();
    }

    @AfterEach
    void stopIt() {
        if (server != null) {
            server.close();
        }
    }

    private Path jar() throws IOException {
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

    private ReadySubject ready(Access access) {
        TargetSpec target = TargetSpec.of("jdbc:postgresql://10.77.0.4:5432/harness")
                .withCredentials("harness", Secret.of(PASSWORD));
        return new ReadySubject(
                "db",
                Optional.empty(),
                Optional.of(target),
                Optional.empty(),
                Map.of("collect", "prometheus=http://10.77.0.4:9100"),
                Optional.of(access));
    }

    private int run(ReadySubject ready, Path out, String... words) throws InterruptedException {
        return new RemoteHarness(jar).run(ready, new Job(List.of(words), out), heard::add);
    }

    @Test
    void theHarnessRunsThereAndItsResultsAndExitCodeComeBack() throws Exception {
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
        assertThat(there.resolve("dbharness").resolve("harness.jar")).hasSameBinaryContentAs(jar);
        assertThat(directory.resolve("known_hosts")).isNotEmptyFile();
    }

    @Test
    void theJarGoesThereOnceAndAgainWhenItHasChanged() throws Exception {
        run(ready(access(server.key())), directory.resolve("one"), "tpcc");
        Path copy = there.resolve("dbharness").resolve("harness.jar");
        Object first = Files.getAttribute(copy, "unix:ino");

        run(ready(access(server.key())), directory.resolve("two"), "tpcc");
        assertThat(Files.getAttribute(copy, "unix:ino")).isEqualTo(first);

        Files.writeString(copy, "damaged");
        run(ready(access(server.key())), directory.resolve("three"), "tpcc");
        assertThat(copy).hasSameBinaryContentAs(jar);
    }

    @Test
    void whatIsTypedGoesBeforeWhatThePlaceKnows() throws Exception {
        run(ready(access(server.key())), directory.resolve("own"), "tpcc", "--target=jdbc:x", "--collect", "none");

        assertThat(heard.get(0)).isEqualTo("words tpcc|--target=jdbc:x|--collect|none|--out|results/own");
    }

    @Test
    void aRunThatIsRefusedLeavesNoResultsAndNoPassword() throws Exception {
        assertThat(run(ready(access(server.key())), directory.resolve("none"), "refused"))
                .isEqualTo(2);

        assertThat(directory.resolve("none")).doesNotExist();
        assertThat(there.resolve("dbharness").resolve("db.password")).doesNotExist();
    }

    @Test
    void aMachineThatDoesNotKnowTheKeyIsNoConnection() throws Exception {
        Path stranger = directory.resolve("stranger");
        new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", stranger.toString())
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

    @Test
    void everyShellCanReadTheScriptOfLogs() throws Exception {
        Path script = Files.writeString(directory.resolve("logs.sh"), Resources.text(RemoteHarness.class, "logs.sh"));

        assertThat(new ProcessBuilder("sh", "-n", script.toString()).start().waitFor())
                .isZero();
    }

    @Test
    void aPlaceWithoutAMachineAndResultsThatAreThereAreRefused() {
        ReadySubject bare = new ReadySubject(
                "db", Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Optional.empty());

        assertThatThrownBy(() -> run(bare, directory.resolve("x"), "tpcc"))
                .hasMessageContaining("'db' has no machine for the harness");
        assertThatThrownBy(() -> run(ready(access(server.key())), there, "tpcc"))
                .hasMessageContaining("is there already; name another --out");
        assertThatThrownBy(() -> run(ready(access(server.key())), directory.resolve("x"), "tpcc", "--out", "y"))
                .hasMessageContaining("results come back to the --out before the '--'");
        assertThat(there).isEmptyDirectory();
    }
}
