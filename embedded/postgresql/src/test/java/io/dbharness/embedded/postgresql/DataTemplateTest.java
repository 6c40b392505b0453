package io.dbharness.embedded.postgresql;

import static io.dbharness.embedded.testkit.TestFolders.POLLING;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.embedded.FileTree;
import io.dbharness.embedded.ProgramStore;
import io.dbharness.embedded.RunAs;
import io.dbharness.embedded.ServerHome;
import io.dbharness.embedded.UserCache;
import io.dbharness.embedded.testkit.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataTemplateTest {

    @TempDir
    Path directory;

    private DataTemplate template = new DataTemplate(new ProgramStore(Path.of("unset")), "unset");
    private Path source = Path.of("unset");

    @BeforeEach
    void makeSource() throws IOException {
        template = new DataTemplate(new ProgramStore(Files.createDirectory(directory.resolve("cache"))), "empty");
        source = Files.createDirectory(directory.resolve("source"));
        Files.createDirectories(source.resolve("base/1"));
        Files.writeString(source.resolve("base/1/2619"), "rows");
        Files.writeString(source.resolve("PG_VERSION"), "18\n");
    }

    private Path empty(String name) throws IOException {
        return Files.createDirectory(directory.resolve(name));
    }

    private boolean isCopied(String name) throws IOException {
        Path copy = empty(name);
        boolean copied = template.copyTo(copy, RunAs.self());
        if (copied) {
            assertThat(copy.resolve("base/1/2619")).hasContent("rows");
            assertThat(copy.resolve("PG_VERSION")).hasContent("18\n");
        }
        return copied;
    }

    @Test
    void isMadeOnceAndCopied() throws Exception {
        assertThat(isCopied("too early")).isFalse();

        template.keep(source);
        Files.writeString(source.resolve("PG_VERSION"), "19\n");
        template.keep(source);

        assertThat(isCopied("first")).isTrue();
        assertThat(isCopied("second")).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(template.folder())))
                .isEqualTo("rwx------");
    }

    @Test
    void isMadeAnewWhenItIsDamaged() throws Exception {
        template.keep(source);
        Files.writeString(template.folder().resolve("data/base/1/2619"), "r0ws");

        assertThat(isCopied("damaged")).isFalse();

        assertThat(template.folder()).doesNotExist();
        template.keep(source);
        assertThat(isCopied("again")).isTrue();
    }

    @Test
    void isMadeAnewWhenAPartOfItIsMissing() throws Exception {
        template.keep(source);
        FileTree.delete(template.folder().resolve("data/base"));
        assertThat(isCopied("without a part")).isFalse();

        template.keep(source);
        Files.delete(template.folder().resolve("checksum"));
        assertThat(isCopied("without a checksum")).isFalse();
    }

    @Test
    void isNotTakenFromAFolderThatOthersCanWriteTo() throws Exception {
        template.keep(source);
        Files.setPosixFilePermissions(template.folder(), PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(isCopied("shared")).isFalse();
    }

    @Test
    void isNotTakenFromALink() throws Exception {
        template.keep(source);
        Path elsewhere = directory.resolve("elsewhere");
        Files.move(template.folder(), elsewhere);
        Files.createSymbolicLink(template.folder(), elsewhere);

        assertThat(isCopied("linked")).isFalse();

        assertThat(elsewhere.resolve("checksum")).exists();
    }

    @Test
    void whatAKilledHarnessLeftIsReplaced() throws Exception {
        Path partial = Files.createDirectories(template.store().root().resolve("empty.partial/data/base"));
        Files.writeString(partial.resolve("half"), "h");

        template.keep(source);

        assertThat(isCopied("copy")).isTrue();
        assertThat(directory.resolve("copy/base/half")).doesNotExist();
    }

    /** The real thing: several starts at once with an empty cache, then one more that makes nothing. */
    @Tag("server")
    @Test
    void severalStartsAtOnceMakeAndUseOne() throws Exception {
        Path cache = new UserCache(List.of(TestFolders.cache())).directory(false);
        Platform platform = Platform.current();
        PostgresPrograms programs = new PostgresPrograms(
                new ProgramStore(cache).unpacked(platform.archiveName(), platform.archive()), RunAs.choose(), POLLING);
        FileTree.delete(programs.template().folder());
        Callable<Path> create = () -> {
            ServerHome home =
                    ServerHome.kept(Files.createTempDirectory(directory, "home"), EmbeddedPostgresProvider.LAYOUT);
            home.openTo(programs.runAs());
            home.log().clear();
            programs.create(home, Optional.empty());
            home.close();
            return home.root();
        };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<Path> home : threads.invokeAll(List.of(create, create))) {
                assertThat(home.get().resolve("pgdata/PG_VERSION")).hasContent("18\n");
            }
        } finally {
            threads.shutdownNow();
        }
        Path last = create.call();
        assertThat(last.resolve("pgdata/PG_VERSION")).hasContent("18\n");
        assertThat(last.resolve("server.log")).content().doesNotContain("creating");
    }
}
