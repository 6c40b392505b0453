package io.dbharness.embedded.postgresql;

import static io.dbharness.embedded.postgresql.TestServers.kept;
import static io.dbharness.embedded.postgresql.TestServers.provider;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.embedded.ChildProcess;
import io.dbharness.embedded.FileTree;
import io.dbharness.embedded.ProgramStore;
import io.dbharness.embedded.RunAs;
import io.dbharness.embedded.ServerHome.Origin;
import io.dbharness.embedded.UserCache;
import io.dbharness.embedded.testkit.ChildHarness;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.model.HarnessException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Starts by whom PostgreSQL accepts and by whom it does not. Only root can try them all. */
@Tag("server")
final class OtherUserTest {

    private static final RunAs NOBODY = RunAs.of("uid:65534");

    /** Open to every user, unlike JUnit's temporary directories. */
    private static Path shared = Path.of("unset");

    /** The class path in {@link #shared}, since the local repository may be closed to other users. */
    private static String classPath = "";

    private Path place = Path.of("unset");

    @BeforeAll
    static void copyClassPath() throws IOException {
        assumeTrue(
                (Integer) Files.getAttribute(Path.of("target"), "unix:uid") == 0, "only root can become another user");
        assumeTrue(ChildProcess.exists("setpriv"), "setpriv makes another user of root");
        shared = Files.createTempDirectory("dbharness-test-");
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        classPath = copyClassPath(Files.createDirectory(shared.resolve("lib")));
    }

    @AfterAll
    static void removeShared() throws IOException {
        if (shared.isAbsolute()) {
            FileTree.delete(shared);
        }
    }

    @BeforeEach
    void makePlace() throws IOException {
        place = Files.createTempDirectory(shared, "place");
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @Test
    void anOrdinaryUserRunsTheServerHimself() throws Exception {
        Path home = place.resolve("kept");
        List<String> prefix = NOBODY.prefix();
        try (ChildHarness child = ChildServer.start(prefix, classPath, place.resolve("cache"), place, home)) {
            long pid = TestServers.serverProcess(child.awaitReady());

            assertThat(Files.readString(home.resolve(Origin.FILE))).contains("runAs=self");
            child.finish();
            assertThat(child.remainingOutput()).contains("closed");
            assertThat(TestServers.isGone(pid)).isTrue();
        }
        assertThatThrownBy(() -> provider(place).start(kept(home)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("run as the same user as before");
    }

    @Test
    void rootWithoutUserNamespacesBecomesNobody() throws Exception {
        Path programs = programs("id", "sh", "sleep", "rm", "setsid", "setpriv");
        Path cache = unpackedFor(RunAs.self());
        for (String start : List.of("first", "second")) {
            Path home = place.resolve("kept");
            try (ChildHarness child = child(programs, cache, place, home)) {
                Path data = child.awaitReady();

                assertThat(Files.readString(home.resolve(Origin.FILE))).contains("runAs=uid:65534");
                assertThat(Files.getAttribute(data, "unix:uid")).as(start).isEqualTo(65534);
                child.finish();
                assertThat(child.remainingOutput()).contains("closed");
            }
        }
        try (ChildHarness child = child(programs, cache, place)) {
            Path data = child.awaitReady();

            child.kill();

            assertThat(TestFolders.POLLING.until(TestFolders.SOON, () -> Files.notExists(data.getParent())))
                    .isTrue();
        }
    }

    @Test
    void rootWithoutAnyWayOutIsToldSo() throws Exception {
        try (ChildHarness child = child(programs("id"), place.resolve("cache"), place)) {
            assertThat(child.remainingOutput())
                    .contains("PostgreSQL does not run as root")
                    .contains("pass --target");
        }
    }

    @Test
    void aUserWithoutANameGetsANamespace() throws Exception {
        assumeTrue(RunAs.choose().name().equals("namespace"), "user namespaces are forbidden here");
        RunAs nameless = RunAs.of("uid:1999999999");
        try (ChildHarness child =
                ChildServer.start(nameless.prefix(), classPath, unpackedFor(nameless), place, place.resolve("kept"))) {
            child.awaitReady();

            assertThat(Files.readString(place.resolve("kept").resolve(Origin.FILE)))
                    .contains("runAs=namespace");
        }
    }

    private static ChildHarness child(Path programs, Path... places) throws IOException {
        List<String> prefix = List.of("/usr/bin/env", "PATH=" + programs);
        return ChildServer.start(prefix, System.getProperty("java.class.path"), places);
    }

    // A system that has these programs only.
    private Path programs(String... names) throws IOException {
        Path directory = Files.createDirectory(place.resolve("bin"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : names) {
            Path program = Stream.of("/usr/bin", "/bin", "/usr/sbin")
                    .map(parent -> Path.of(parent, name))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            Files.createSymbolicLink(directory.resolve(name), program);
        }
        return directory;
    }

    /** Returns a cache of a user with the unpacked programs, but without a data directory to copy: the first start creates one. */
    private Path unpackedFor(RunAs user) throws Exception {
        Platform platform = Platform.current();
        Path programs = new ProgramStore(new UserCache(List.of(TestFolders.cache())).directory(false))
                .unpacked(platform.archiveName(), platform.archive());
        Path cache = Files.createDirectory(place.resolve("cache"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));
        copyTree(programs, cache.resolve(programs.getFileName()));
        try (Stream<Path> files = Files.walk(cache)) {
            for (Path file : files.toList()) {
                user.giveAway(file);
            }
        }
        return cache;
    }

    private static String copyClassPath(Path library) throws IOException {
        List<String> copied = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path source = Path.of(entry);
            Path target = library.resolve(copied.size() + "-" + source.getFileName());
            if (Files.exists(source)) {
                copyTree(source, target);
                copied.add(target.toString());
            }
        }
        return String.join(File.pathSeparator, copied);
    }

    private static void copyTree(Path source, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        target.resolve(source.relativize(file).toString()),
                        LinkOption.NOFOLLOW_LINKS,
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
