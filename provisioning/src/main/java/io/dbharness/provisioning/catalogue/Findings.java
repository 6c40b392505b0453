package io.dbharness.provisioning.catalogue;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is wrong with an ask, and what is worth knowing before it is carried out.
 *
 * @param errors   sentences; with one of them the ask cannot be carried out
 * @param warnings sentences
 */
public record Findings(List<String> errors, List<String> warnings) {

    /** Nothing found. */
    public static final Findings NONE = new Findings(List.of(), List.of());

    public Findings {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    /** Both, the other's after these. */
    public Findings plus(Findings other) {
        return new Findings(
                Stream.concat(errors.stream(), other.errors.stream()).toList(),
                Stream.concat(warnings.stream(), other.warnings.stream()).toList());
    }
}
