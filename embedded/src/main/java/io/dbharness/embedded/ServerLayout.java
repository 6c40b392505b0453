package io.dbharness.embedded;

import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * What tells the directory of one kind of server from that of another.
 *
 * @param server    its name in addresses and markers, for example {@code postgresql}
 * @param dataName  the directory of its data within its home
 * @param inService whether a server, started by whomever, still runs on such a data directory
 */
record ServerLayout(String server, String dataName, Predicate<Path> inService) {

    /** How the directories begin whose data are not kept. */
    String scratchPrefix() {
        return "dbharness-" + server + "-";
    }
}
