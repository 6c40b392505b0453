package io.dbharness.provisioning.software;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import io.dbharness.provisioning.software.DatabaseSoftware.FirstStart;
import io.dbharness.provisioning.software.DatabaseSoftware.Machine;
import io.dbharness.yaml.YamlFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that are valid for the plainest of shells and keep passwords out of commands. */
final class ScriptsTest {

    private static final Machine MACHINE = new Machine(
            "10.77.0.4", List.of("10.77.0.4", "10.77.0.5"), Map.of("data", "/data"), "https://files.example/x.tar.gz");

    @TempDir
    Path directory;

    @ParameterizedTest
    @FieldSource("io.dbharness.provisioning.software.DatabaseSoftware#ALL")
    void everyShellCanReadThem(DatabaseSoftware software) throws Exception {
        Path script = Files.writeString(directory.resolve("script.sh"), software.script(MACHINE));

        for (String shell : List.of("sh", "bash")) {
            Process process = new ProcessBuilder(shell, "-n", script.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
        }
    }

    /** The shell's own echo, assignments before a command, and a document for its input are no arguments of a process. */
    @ParameterizedTest
    @FieldSource("io.dbharness.provisioning.software.DatabaseSoftware#ALL")
    void noPasswordIsAnArgumentOfAProgram(DatabaseSoftware software) {
        assertThat(software.script(MACHINE)
                        .lines()
                        .filter(line -> line.contains("$PASSWORD"))
                        .map(String::strip))
                .allMatch(line -> line.matches("(if |server=\\$\\()?echo .*\\| .*sql.*")
                        || line.matches("(\\w+=\\$\\(echo '[^']*' \\| )?\\w*PASSWORD=\"\\$PASSWORD\" .*")
                        || line.startsWith("if server=$(echo 'SELECT version();' | PGPASSWORD=")
                        || line.equals("ALTER ROLE harness PASSWORD '$PASSWORD';")
                        || line.equals("ALTER USER harness@'%' IDENTIFIED BY '$PASSWORD';"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "cassandra"})
    void theFirstStartIsYamlThatNamesPackages(String word) {
        FirstStart start = FirstStart.of(DatabaseSoftware.of(word).orElseThrow());
        Problems problems = new Problems();

        assertThat(YamlFile.parse("cloud-config", start.text(), problems).texts("packages"))
                .isEqualTo(start.packages())
                .contains("mdadm", "xfsprogs", "prometheus-node-exporter");
        problems.throwIfAny();
    }

    /** The part of YugabyteDB's script that makes certificates, on two machines that are two folders here. */
    @Test
    void everyMachineHasACertificateOfTheSameAuthority() throws Exception {
        assertThat(certificates("10.77.0.4")).isZero();
        assertThat(certificates("10.77.0.5")).isZero();
        // It may run again.
        assertThat(certificates("10.77.0.5")).isZero();

        Path authority = directory.resolve("10.77.0.4/yugabyte/certs/ca.crt");
        for (String address : MACHINE.all()) {
            Path own = directory.resolve(address).resolve("yugabyte/certs");
            assertThat(own.resolve("node." + address + ".key")).isNotEmptyFile();
            assertThat(sh("openssl verify -CAfile " + authority + " -verify_ip " + address + " " + own + "/node."
                            + address + ".crt"))
                    .isZero();
        }
        assertThat(directory.resolve("10.77.0.5/yugabyte/certs"))
                .isDirectoryNotContaining(file -> file.toString().contains("10.77.0.4"));
        assertThat(Files.readString(directory.resolve("handout/certs"), StandardCharsets.ISO_8859_1))
                .doesNotContain("PRIVATE KEY");
    }

    /** Runs it for one machine; what would change this one is left out. */
    private int certificates(String address) throws Exception {
        Machine machine = new Machine(
                address,
                MACHINE.all(),
                Map.of("data", directory.resolve(address).toString()),
                "https://x");
        String script = DatabaseSoftware.of("yugabytedb").orElseThrow().script(machine);
        String begin = "first=${ADDRESSES%% *}\n";
        String part = script.substring(script.indexOf(begin), script.indexOf("tls=\""))
                .replace(
                        "/var/lib/dbharness-certs", directory.resolve("handout").toString());
        String pretended = """
                set -eu
                base="$MOUNT/yugabyte"
                chown() { :; }
                systemctl() { :; }
                install() { mkdir -p "$certs"; }
                curl() { cat "$handout/certs"; }
                """;
        return sh(script.substring(0, script.indexOf("set -eu")) + pretended + part);
    }

    private static int sh(String script) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", script).inheritIO();
        shell.environment().put("PASSWORD", "only-for-this-test");
        return shell.start().waitFor();
    }

    @Test
    void addressesAreForTheProductsOwnClients() {
        List<String> two = List.of("10.0.0.4", "10.0.0.5");

        assertThat(DatabaseSoftware.of("postgresql").orElseThrow().url(two))
                .isEqualTo("jdbc:postgresql://10.0.0.4:5432/harness");
        assertThat(DatabaseSoftware.of("yugabytedb").orElseThrow().url(two))
                .isEqualTo("jdbc:yugabytedb://10.0.0.4:5433,10.0.0.5:5433/yugabyte?load-balance=true&sslmode=require");
        assertThat(DatabaseSoftware.of("cassandra").orElseThrow().url(two))
                .isEqualTo(
                        "cassandra://10.0.0.4,10.0.0.5/harness?datacenter=datacenter1&jmx=10.0.0.4:7199,10.0.0.5:7199");
    }
}
