package io.dbharness.config;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One command of an experiment: a workload against a subject, once, perhaps at several levels of load.
 *
 * @param name    of its directory
 * @param labels  factor to level, the repeat included
 * @param command the workload, as typed after {@code harness.jar}
 * @param options of the command, by name
 * @param provision what it is brought up on; empty when that is there already
 * @param levels  labels that single runs of it have besides, where a load is swept; empty where it is not
 * @param skipped why it is not run; empty when it is
 * @param disk    what its data take, as declared; empty when nobody said
 * @param line    of its workload in the file
 */
public record ExperimentUnit(
        String name,
        Map<String, String> labels,
        String command,
        Map<String, Option> options,
        Optional<Provision> provision,
        List<Map<String, String>> levels,
        Optional<String> skipped,
        Optional<String> disk,
        int line) {

    /** What stands for a value that nobody knows yet. */
    public static final String TBD = "TBD";

    private static final String TARGET = "target";

    public ExperimentUnit {
        labels = Map.copyOf(labels);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        levels = List.copyOf(levels);
    }

    /**
     * An option of a command.
     *
     * @param texts one, or several of an option that may be repeated
     * @param line  of the file
     */
    public record Option(List<String> texts, int line) {
        public Option {
            texts = List.copyOf(texts);
        }

        boolean unknown() {
            return texts.contains(TBD);
        }
    }

    /**
     * A subject of a provisioning file: what {@code provision: FILE#SUBJECT} names.
     *
     * @param file    where it is described
     * @param subject its name there
     * @param line    of the experiment file
     */
    public record Provision(Path file, String subject, int line) {}

    /** The options that nobody has given a value yet. What a command is brought up on tells its target. */
    public List<String> unknown() {
        return options.entrySet().stream()
                .filter(o -> o.getValue().unknown())
                .filter(o -> provision.isEmpty() || !o.getKey().equals(TARGET))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** How many runs it makes, as far as that is known; a search makes as many as it needs. */
    public int runs() {
        return Math.max(1, levels.size());
    }

    /** What is asked of it anew for each run in a study, so that no file can ask for it. */
    static final Set<String> OWN = Set.of("out", "repeat", "seed", "json", "quiet");
}
