package io.dbharness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

final class ProgramStoreTest {

    @TempDir
    Path directory;

    private ProgramStore store = new ProgramStore(Path.of("unset"));

    @BeforeEach
    void makeStore() throws IOException {
        store = new ProgramStore(Files.createDirectory(directory.resolve("cache")));
    }

    private URL archive(String name, String program) throws IOException {
        Path file = directory.resolve(name + ".txz");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new XZOutputStream(Files.newOutputStream(file), new LZMA2Options()))) {
            TarArchiveEntry executable = new TarArchiveEntry(program);
            executable.setMode(0755);
            put(tar, executable, "#!/bin/sh\n");
            put(tar, new TarArchiveEntry("bin/" + name + ".conf"), "x=1\n");
            TarArchiveEntry link = new TarArchiveEntry("bin/link", TarConstants.LF_SYMLINK);
            link.setLinkName(name + ".conf");
            put(tar, link, "");
            put(tar, new TarArchiveEntry("bin/"), "");
            put(tar, new TarArchiveEntry("empty/"), "");
        }
        return file.toUri().toURL();
    }

    private static void put(TarArchiveOutputStream tar, TarArchiveEntry entry, String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.US_ASCII);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    /** The same archive as the entry of a jar. */
    private static URL packed(URL archive) throws IOException {
        Path jar = Path.of(archive.getPath() + ".jar");
        try (JarOutputStream entries = new JarOutputStream(Files.newOutputStream(jar))) {
            entries.putNextEntry(new JarEntry("programs.txz"));
            try (InputStream content = archive.openStream()) {
                content.transferTo(entries);
            }
        }
        return new URL("jar:" + jar.toUri() + "!/programs.txz");
    }

    @Test
    void unpacksArchivesInJarsEachContentOnce() throws Exception {
        URL one = archive("one", "bin/run");
        Path unpacked = store.unpacked("p", packed(one));

        assertThat(unpacked.resolve("bin/link")).hasContent("x=1\n");
        assertThat(store.unpacked("p", packed(one))).isEqualTo(unpacked);
        assertThat(store.unpacked("p", packed(archive("two", "bin/run")))).isNotEqualTo(unpacked);
    }

    @Test
    void unpacksFilesLinksAndPermissions() throws Exception {
        Path unpacked = store.unpacked("p", archive("p", "bin/run"));

        assertThat(unpacked.getFileName().toString()).matches("p-[0-9a-f]{16}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(unpacked.resolve("bin/run"))))
                .isEqualTo("rwxr-xr-x");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(unpacked.resolve("bin/p.conf"))))
                .isEqualTo("rw-r--r--");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(unpacked.resolve("bin"))))
                .isEqualTo("rwxr-xr-x");
        assertThat(unpacked.resolve("empty")).isEmptyDirectory();
        assertThat(unpacked.resolve("bin/link")).isSymbolicLink().hasContent("x=1\n");
    }

    @Test
    void unpacksOncePerContent() throws Exception {
        URL one = archive("one", "bin/run");
        Path unpacked = store.unpacked("p", one);
        Files.delete(unpacked.resolve("bin/run"));

        assertThat(store.unpacked("p", one)).isEqualTo(unpacked);
        assertThat(unpacked.resolve("bin/run")).as("not unpacked again").doesNotExist();
        assertThat(store.unpacked("p", archive("two", "bin/run"))).isNotEqualTo(unpacked);
    }

    @Test
    void beginsAgainAfterAHalfUnpackedLeftover() throws Exception {
        URL archive = archive("p", "bin/run");
        Path unpacked = store.unpacked("p", archive);
        Path partial = store.root().resolve(unpacked.getFileName() + ".partial");
        Files.move(unpacked, partial);
        Files.delete(partial.resolve("bin/run"));
        Files.writeString(partial.resolve("stray"), "");

        assertThat(store.unpacked("p", archive)).isEqualTo(unpacked);

        assertThat(unpacked.resolve("bin/run")).exists();
        assertThat(unpacked.resolve("stray")).doesNotExist();
        assertThat(partial).doesNotExist();
    }

    @Test
    void isSafeWhenManyUnpackAtOnce() throws Exception {
        URL archive = archive("p", "bin/run");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Callable<Path> unpacking = () -> store.unpacked("p", archive);
            Set<Path> unpacked = new HashSet<>();
            for (Future<Path> future : threads.invokeAll(List.of(unpacking, unpacking, unpacking, unpacking))) {
                unpacked.add(future.get());
            }

            assertThat(unpacked).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void refusesAnArchiveThatWritesOutsideOfItself() throws Exception {
        URL archive = archive("evil", "../../escaped");

        assertThatThrownBy(() -> store.unpacked("p", archive))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("outside of itself");

        assertThat(directory.resolve("escaped")).doesNotExist();
    }
}
