package io.dbharness.provisioning.local;

import java.util.Locale;

/** The kinds of steps, in the order of a disk's making. */
enum Kind {
    DIRECTORY,
    IMAGE,
    LOOP,
    FORMAT,
    MOUNT,
    MEMORY,
    LIMIT,
    KEEPER;

    /** In ledgers, and the end of a step's id. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The id of a subject's step of this kind. */
    String of(String subject) {
        return subject + "/" + word();
    }
}
