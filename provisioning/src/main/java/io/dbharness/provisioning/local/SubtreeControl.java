package io.dbharness.provisioning.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Which controllers of cgroup v2 the groups right below its root have.
 *
 * @param offered the file that says which there could be
 * @param chosen  the file that says which there are, and takes {@code +NAME} and {@code -NAME}
 */
record SubtreeControl(Path offered, Path chosen) {

    static SubtreeControl at(Path root) {
        return new SubtreeControl(root.resolve("cgroup.controllers"), root.resolve("cgroup.subtree_control"));
    }

    boolean offers(String controller) throws IOException {
        return Files.isRegularFile(offered) && words(offered).contains(controller);
    }

    /** Switches a controller on; says what would switch it off again, nothing where it was on already. */
    String enable(String controller) throws IOException {
        if (words(chosen).contains(controller)) {
            return "";
        }
        Files.writeString(chosen, "+" + controller);
        return "-" + controller;
    }

    /** Takes back what {@link #enable} said. */
    void disable(String enabled) throws IOException {
        if (!enabled.isEmpty()) {
            Files.writeString(chosen, enabled);
        }
    }

    private static List<String> words(Path file) throws IOException {
        return List.of(Files.readString(file).strip().split("\\s+", -1));
    }
}
