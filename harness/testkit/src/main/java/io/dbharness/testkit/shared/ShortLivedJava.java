package io.dbharness.testkit.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A home of Java for commands of a second, in which the optimizing compiler costs more than it saves. */
public final class ShortLivedJava {

    private ShortLivedJava() {}

    /** Makes {@code bin/java} in a folder, which is created if it is missing, and returns the folder. */
    public static Path in(Path home) throws IOException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        Path java = Files.writeString(bin.resolve("java"), """
                #!/bin/sh
                exec '%s/bin/java' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$@"
                """.formatted(System.getProperty("java.home")));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }
}
