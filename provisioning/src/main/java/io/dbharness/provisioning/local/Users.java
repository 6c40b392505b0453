package io.dbharness.provisioning.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Who has something open below a directory. */
final class Users {

    private static final Path PROCESSES = Path.of("/proc");

    private Users() {}

    /** One phrase a process, for example {@code process 4711 (postgres)}. */
    static List<String> of(Path directory) throws IOException {
        List<String> users = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                if (uses(process, directory)) {
                    users.add("process " + process.getFileName() + " (" + name(process) + ")");
                }
            }
        }
        return users;
    }

    private static boolean uses(Path process, Path directory) {
        return Stream.concat(Stream.of(process.resolve("cwd"), process.resolve("root")), open(process))
                .anyMatch(link -> leadsInto(link, directory));
    }

    private static Stream<Path> open(Path process) {
        List<Path> open = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            files.forEach(open::add);
        } catch (IOException e) {
            // It has ended meanwhile.
            return Stream.of();
        }
        return open.stream();
    }

    private static boolean leadsInto(Path link, Path directory) {
        try {
            return Files.readSymbolicLink(link).startsWith(directory);
        } catch (IOException e) {
            // Closed meanwhile.
            return false;
        }
    }

    private static String name(Path process) {
        try {
            return Files.readString(process.resolve("comm")).strip();
        } catch (IOException e) {
            return "ended";
        }
    }
}
