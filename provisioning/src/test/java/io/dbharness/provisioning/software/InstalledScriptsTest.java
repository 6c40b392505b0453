package io.dbharness.provisioning.software;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Resources;
import io.dbharness.provisioning.software.DatabaseSoftware.Machine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts that run, twice, on a copy of this machine, with data and log apart; as root, with the servers of Debian's packages. */
@Tag("nightly")
@EnabledIf(value = "isPossible", disabledReason = "not root, or no MariaDB and PostgreSQL of Debian's packages")
final class InstalledScriptsTest {

    private static final Machine MACHINE =
            new Machine("127.0.0.1", List.of("127.0.0.1"), Map.of("data", "/data", "log", "/log"), "");

    static boolean isPossible() {
        return "root".equals(System.getProperty("user.name"))
                && List.of("/usr/sbin/mariadbd", "/usr/bin/pg_createcluster", "/usr/bin/unshare").stream()
                        .allMatch(program -> Files.isExecutable(Path.of(program)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    mariadb    | mariadb -h127.0.0.1 -uharness -psecret harness -e 'CREATE TABLE t(a INT)'; ls /log/mariadb/log   | ib_logfile0
                    postgresql | PGPASSWORD=secret psql -h 127.0.0.1 -U harness harness -c 'CREATE TABLE t(a INT)'; ls /log/*/*-wal | 000000010000000000000001
                    """)
    void theScriptRunsTwiceAndTheAccountCanUseTheServer(
            String word, String command, String logFile, @TempDir Path folder) throws Exception {
        DatabaseSoftware software = DatabaseSoftware.of(word).orElseThrow();
        Path script = Files.writeString(folder.resolve("script.sh"), software.script(MACHINE));
        Path room = Files.writeString(folder.resolve("room.sh"), Resources.text(InstalledScriptsTest.class, "room.sh"));
        Path copy = Files.createDirectory(folder.resolve("copy"));
        ProcessBuilder start = new ProcessBuilder(List.of(
                "unshare",
                "--mount",
                "--net",
                "--pid",
                "--fork",
                "--propagation=private",
                "sh",
                room.toString(),
                copy.toString(),
                script.toString(),
                command));
        start.environment().put("PASSWORD", "secret");

        Process process = start.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.lines().filter(line -> line.startsWith("{\"version\":\"")))
                .hasSize(2);
        assertThat(said).contains("\"data\":\"/data/" + word, "\"log\":\"/log/" + word, logFile);
    }
}
