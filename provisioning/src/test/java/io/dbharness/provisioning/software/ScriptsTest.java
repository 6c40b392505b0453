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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that are valid for the plainest of shells and keep passwords out of commands. */
final class ScriptsTest {

    private static final Machine MACHINE =
            new Machine("10.77.0.4", List.of("10.77.0.4", "10.77.0.5"), "/data", "https://files.example/x.tar.gz");

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
                        || line.equals("ALTER ROLE harness PASSWORD '$PASSWORD';"));
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
        assertThat(FirstStart.parse(start.words())).contains(start);
    }

    @Test
    void addressesAreForTheProductsOwnClients() {
        List<String> two = List.of("10.0.0.4", "10.0.0.5");

        assertThat(DatabaseSoftware.of("postgresql").orElseThrow().url(two))
                .isEqualTo("jdbc:postgresql://10.0.0.4:5432/harness");
        assertThat(DatabaseSoftware.of("yugabytedb").orElseThrow().url(two))
                .isEqualTo("jdbc:yugabytedb://10.0.0.4:5433,10.0.0.5:5433/yugabyte?load-balance=true");
        assertThat(DatabaseSoftware.of("cassandra").orElseThrow().url(two))
                .isEqualTo("cassandra://10.0.0.4,10.0.0.5/harness?datacenter=datacenter1");
    }
}
