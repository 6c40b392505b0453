package io.dbharness.config;

import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.spec.SweepSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One command of an experiment: a workload against a subject, once, perhaps at several levels of load.
 *
 * @param name    of its directory
 * @param labels  factor to level, the repeat included
 * @param command the workload, as typed after {@code harness.jar}
 * @param options of the command, by name
 * @param provision what it is brought up on; empty when that is there already
 * @param levels  additional labels of its single runs, where a load is swept; empty where it is not
 * @param skipped why it is not run; empty when it is
 * @param disk    what its data take in bytes, as declared; empty when not declared
 * @param data    what becomes of its data set
 * @param line    of its workload in the file
 */
public record ExperimentUnit(
        String name,
        Map<String, String> labels,
        String command,
        Map<String, Option> options,
        Optional<Subject> provision,
        List<Map<String, String>> levels,
        Optional<String> skipped,
        OptionalLong disk,
        DataUse data,
        int line) {

    /** Stands for a value that is not known yet. */
    public static final String TBD = "TBD";

    private static final String TARGET = "target";

    public ExperimentUnit {
        labels = Map.copyOf(labels);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        levels = List.copyOf(levels);
    }

    /** What becomes of the data set of a command. Data that the study has not made are never touched. */
    public enum DataUse {
        /** Later commands use it; data of another scale take its place. */
        KEEP,
        /** It is loaded anew before each run. */
        REPLACE,
        /** It has a schema, a keyspace or a file of its own, beside those of other scales. */
        SEPARATE;

        static final List<String> WORDS = Stream.of(values())
                .map(use -> use.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /**
     * An option of a command.
     *
     * @param texts one, or several of an option that may be repeated
     * @param line  of the file
     * @param sweeps what of it is to be run through
     * @param assumed whether no publication gives the value
     */
    public record Option(List<String> texts, int line, List<SweepSpec> sweeps, boolean assumed) {
        public Option {
            texts = List.copyOf(texts);
            sweeps = List.copyOf(sweeps);
        }

        boolean unknown() {
            return texts.contains(TBD);
        }
    }

    /** The options whose value is not known yet. The target of a provisioned subject is none of them: it follows from provisioning. */
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

    /** Options that a study sets itself for each run, so that no file can set them. */
    static final Set<String> OWN = Set.of("out", "repeat", "seed", "json", "quiet");
}
