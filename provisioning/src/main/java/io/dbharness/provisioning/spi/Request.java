package io.dbharness.provisioning.spi;

import io.dbharness.config.Fields;
import io.dbharness.provisioning.file.Subject;
import java.util.List;
import java.util.Optional;

/**
 * What one provider is asked to plan.
 *
 * @param run      what it belongs to
 * @param subjects the provider's own, in the file's order, at least one
 * @param settings the file's mapping named like the provider
 * @param prices   where prices come from, as the file has it under {@code prices}; goes before what the file says
 */
public record Request(Run run, List<Subject> subjects, Optional<Fields> settings, Optional<String> prices) {

    public Request {
        subjects = List.copyOf(subjects);
    }
}
