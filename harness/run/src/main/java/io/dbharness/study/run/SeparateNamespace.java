package io.dbharness.study.run;

import io.dbharness.study.file.StudyRuns;
import io.dbharness.study.file.StudyRuns.Option;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The place of a data set of {@code data: separate}, so that several scales coexist. Commands with the same data share it. A workload
 * declares which options determine its data, a target how a session chooses a place.
 *
 * @param name name of letters, digits and underscores
 */
record SeparateNamespace(String name) {

    private static final int LONGEST = 48;

    static SeparateNamespace of(StudyRuns unit, WorkloadDescriptor workload) {
        String kind = unit.command().replaceFirst(" .*", "");
        String scale = workload.scaling().stream()
                .map(unit.options()::get)
                .filter(Objects::nonNull)
                .map(Option::texts)
                .map(texts -> String.join("_", texts))
                .collect(Collectors.joining("_"));
        String name = ("s_" + kind + "_" + scale).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return new SeparateNamespace(name.length() <= LONGEST ? name : shortened(name));
    }

    /** Returns the beginning of a name and its hash, so that two long names stay two. */
    private static String shortened(String name) {
        String hash = "_" + Integer.toHexString(name.hashCode());
        return name.substring(0, LONGEST - hash.length()) + hash;
    }
}
