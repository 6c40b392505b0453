package io.dbharness.provisioning.spi;

import io.dbharness.target.TargetSpec;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where a subject can be worked on: a mounted directory of this machine, the address of a database, or both.
 *
 * @param subject   its name
 * @param directory a directory on its disk that may be filled, for {@code --data-dir} and {@code --file}
 * @param target    a database, for {@code --target}
 * @param group     the control group that a server on the disk is to run in, for {@code --cgroup}
 * @param facts     what it is, as its plan said and its steps found
 * @param client    a machine near it that the harness can run on; empty when there is none of its own
 */
public record Place(
        String subject,
        Optional<Path> directory,
        Optional<TargetSpec> target,
        Optional<Path> group,
        Map<String, String> facts,
        Optional<Access> client) {

    /** A fact of it: what {@code --collect} takes for figures of its machines. */
    public static final String COLLECT = "collect";

    /** A fact of it: ids of what Azure Monitor records, behind commas. */
    public static final String AZURE = "azure";

    /** Of a place that is worked on from this machine. */
    public Place(
            String subject,
            Optional<Path> directory,
            Optional<TargetSpec> target,
            Optional<Path> group,
            Map<String, String> facts) {
        this(subject, directory, target, group, facts, Optional.empty());
    }

    public Place {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }
}
