package io.dbharness.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.embedded.ChildProcess;
import io.dbharness.testkit.shared.ShortLivedJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages, installed as their readers install them, into folders of the test's own. */
class PackagesIT {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path DEB = TARGET.resolve("dbharness.deb");
    private static final int PATIENCE_MINUTES = 4;

    @TempDir
    private Path folder;

    private String run(String... command) throws Exception {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .put("JAVA_HOME", ShortLivedJava.in(folder.resolve("java")).toString());
        // Nothing can be kept there, so that the launcher makes no archive of classes.
        builder.environment().put("XDG_CACHE_HOME", "/dev/null");
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        String said = Files.readString(output);
        assertThat(process.waitFor())
                .as(String.join(" ", command) + "\n" + said)
                .isZero();
        return said;
    }

    @Test
    void theDebianPackageIsInstalledRunAndRemoved() throws Exception {
        assumeTrue(ChildProcess.exists("dpkg"), "there is no dpkg");
        assumeTrue(run("id", "-u").strip().equals("0"), "only root can install a package");
        Path root = Files.createDirectories(folder.resolve("root"));
        // A database of packages of its own, which knows no Java.
        Files.createDirectories(root.resolve("var/lib/dpkg/updates"));
        Files.createDirectories(root.resolve("var/lib/dpkg/info"));
        Files.createFile(root.resolve("var/lib/dpkg/status"));
        String into = "--root=" + root;

        run("dpkg", into, "--force-depends", "--force-not-root", "--install", DEB.toString());
        String workloads = run(root.resolve("usr/bin/harness").toString(), "list");
        String state =
                run("dpkg-query", "--admindir=" + root.resolve("var/lib/dpkg"), "-W", "-f=${Status}", "dbharness");
        run("dpkg", into, "--force-depends", "--force-not-root", "--purge", "dbharness");

        assertThat(workloads).contains("tpcc", "sysbench point-select");
        assertThat(state).isEqualTo("install ok installed");
        assertThat(root.resolve("usr/bin/harness")).doesNotExist();
        assertThat(root.resolve("usr/share/dbharness")).doesNotExist();
    }

    @Test
    void theFormulaNamesTheArchiveThatRuns() throws Exception {
        Path archive;
        try (Stream<Path> files = Files.list(TARGET)) {
            archive = files.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow();
        }
        String formula = Files.readString(TARGET.resolve("dbharness.rb"));

        run("tar", "-xzf", archive.toString(), "-C", folder.toString());
        String name = archive.getFileName().toString().replace(".tar.gz", "");
        String workloads = run(folder.resolve(name).resolve("harness").toString(), "list");

        assertThat(workloads).contains("tpcc", "sysbench point-select");
        assertThat(formula)
                .contains("/" + name + ".tar.gz\"", "sha256 \"" + sha256(archive) + "\"")
                .doesNotContain("@");
        if (ChildProcess.exists("ruby")) {
            run("ruby", "-c", TARGET.resolve("dbharness.rb").toString());
        }
    }

    private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
