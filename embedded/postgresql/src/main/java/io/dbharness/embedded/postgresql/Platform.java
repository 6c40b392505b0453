package io.dbharness.embedded.postgresql;

import io.dbharness.model.HarnessException;
import io.dbharness.sut.LeftOut;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The platform of a distribution, in the spelling of the binaries' file names.
 *
 * @param system  {@code linux}, {@code darwin} or {@code windows}
 * @param machine {@code x86_64}, {@code arm_64} or the JVM's name for it
 */
record Platform(String system, String machine) {

    private static final String INSTEAD =
            "; start a PostgreSQL yourself and pass --target jdbc:postgresql://HOST:PORT/DATABASE";

    static Platform current() {
        return of(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static Platform of(String osName, String osArch) {
        String name = osName.toLowerCase(Locale.ROOT);
        String system = name.startsWith("mac") ? "darwin" : name.startsWith("windows") ? "windows" : name;
        String machine = switch (osArch.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> osArch;
        };
        return new Platform(system, machine);
    }

    /** Returns the archive's file name without its ending, which also names the unpacked copy. */
    String archiveName() {
        return "postgres-" + system + "-" + machine;
    }

    /**
     * Returns the archive of PostgreSQL's programs for this platform. If there is none, throws a {@link HarnessException} with the remedy.
     */
    URL archive() {
        if (system.equals("windows")) {
            throw new HarnessException("the embedded PostgreSQL does not run on Windows" + INSTEAD);
        }
        URL archive = Platform.class.getResource("/" + archiveName() + ".txz");
        if (archive == null && system.equals("darwin")) {
            throw new HarnessException("this build carries no PostgreSQL for macOS; build with -Pmacos" + INSTEAD);
        }
        if (archive == null) {
            LeftOut.here().sentence(archiveName()).ifPresent(reason -> {
                throw new HarnessException(reason);
            });
            throw new HarnessException("there is no embedded PostgreSQL for " + system + " on " + machine + INSTEAD);
        }
        if (system.equals("linux") && !Files.exists(loader())) {
            throw new HarnessException("the embedded PostgreSQL needs the GNU C library, and " + loader()
                    + " is not there (Alpine and other musl systems do not have it)" + INSTEAD);
        }
        return archive;
    }

    private Path loader() {
        return Path.of(machine.equals("x86_64") ? "/lib64/ld-linux-x86-64.so.2" : "/lib/ld-linux-aarch64.so.1");
    }
}
