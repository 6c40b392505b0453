package io.dbharness.provisioning.catalogue;

import java.util.Arrays;
import java.util.Optional;

/** How disks hang on a machine. */
public enum Controller {
    SCSI("SCSI"),
    NVME("NVMe");

    private final String word;

    Controller(String word) {
        this.word = word;
    }

    /** As Azure spells it. */
    public String word() {
        return word;
    }

    /** By its word, in any case. */
    public static Optional<Controller> of(String text) {
        return Arrays.stream(values())
                .filter(c -> c.word.equalsIgnoreCase(text))
                .findFirst();
    }
}
