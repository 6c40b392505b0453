package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import io.dbharness.target.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The control group that a server is to run in, a directory that somebody else has made. */
final class ControlGroup {

    /** Of cgroup v2 and v1; a group without a limit says so with a word or with more than any machine has. */
    private static final List<String> LIMITS = List.of("memory.max", "memory.limit_in_bytes");

    private ControlGroup() {}

    /** The one that the option {@code cgroup} names. Throws when there is no such group. */
    static Optional<Path> of(TargetSpec spec) {
        Optional<Path> group = Optional.ofNullable(spec.options().get("cgroup")).map(Path::of);
        group.filter(directory -> !Files.exists(members(directory))).ifPresent(directory -> {
            throw new HarnessException(directory + " is no control group of this system");
        });
        return group;
    }

    /** The file that takes processes into a group. */
    static Path members(Path group) {
        return group.resolve("cgroup.procs");
    }

    /** How much memory those in a group may use together; empty for no limit. */
    static OptionalLong memoryBytes(Path group) throws IOException {
        for (String limit : LIMITS) {
            Path file = group.resolve(limit);
            String text = Files.isReadable(file) ? Files.readString(file).strip() : "";
            if (text.matches("[0-9]{1,19}")) {
                return OptionalLong.of(Long.parseLong(text));
            }
        }
        return OptionalLong.empty();
    }
}
