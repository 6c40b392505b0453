package io.dbharness.provisioning.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Collects findings about one subject. One thread. */
final class Notes {

    private final String subject;
    private final List<String> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    Notes(String subject) {
        this.subject = subject;
    }

    void require(boolean holds, String otherwise) {
        if (!holds) {
            errors.add(subject + ": " + otherwise);
        }
    }

    void warn(boolean holds, String then) {
        if (holds) {
            warnings.add(subject + ": " + then);
        }
    }

    Findings findings() {
        return new Findings(errors, warnings);
    }
}
