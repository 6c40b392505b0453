package io.dbharness.study.file;

import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.request.SweepSpec;
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
 * One command of an experiment: one execution of a workload against a subject, with one or several levels of load.
 *
 * @param name    name of its directory
 * @param labels  factor to level, including the repeat
 * @param invocation workload and its options
 * @param provision subject to provision; empty if the subject already exists
 * @param levels  additional labels of each run of a sweep; empty without a sweep
 * @param skipped reason why the command is skipped; empty if it runs
 * @param dataSet its data
 */
public record StudyRuns(
        String name,
        Map<String, String> labels,
        Invocation invocation,
        Optional<Subject> provision,
        List<Map<String, String>> levels,
        Optional<String> skipped,
        DataSet dataSet) {

    /** The placeholder for a value that is not known yet. */
    public static final String TBD = "TBD";

    private static final String TARGET = "target";

    public StudyRuns {
        labels = Map.copyOf(labels);
        levels = List.copyOf(levels);
    }

    /**
     * The workload of a command.
     *
     * @param command workload as typed after {@code harness.jar}
     * @param options options of the command, by name
     * @param line    line of its workload in the file
     */
    public record Invocation(String command, Map<String, Option> options, int line) {

        public Invocation {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /**
     * The data of a command.
     *
     * @param disk declared size in bytes; empty if not declared
     * @param use  treatment
     */
    public record DataSet(OptionalLong disk, DataUse use) {}

    public String command() {
        return invocation.command();
    }

    public Map<String, Option> options() {
        return invocation.options();
    }

    public int line() {
        return invocation.line();
    }

    public OptionalLong disk() {
        return dataSet.disk();
    }

    public DataUse data() {
        return dataSet.use();
    }

    /** The treatment of the data set of a command. Data that the study did not create are never changed. */
    public enum DataUse {
        /** Later commands use the data set; data of another scale replace it. */
        KEEP,
        /** The data set is loaded again before each run. */
        REPLACE,
        /** The data set has its own schema, keyspace or file, separate from those of other scales. */
        SEPARATE;

        static final List<String> WORDS = Stream.of(values())
                .map(use -> use.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /**
     * An option of a command.
     *
     * @param texts one value, or several of a repeatable option
     * @param line  line in the file
     * @param sweeps sweeps that the values describe
     * @param assumed true if no publication gives the value
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

    /** Returns the options whose value is not known yet, except the target of a provisioned subject, which provisioning supplies. */
    public List<String> unknown() {
        return options().entrySet().stream()
                .filter(o -> o.getValue().unknown())
                .filter(o -> provision.isEmpty() || !o.getKey().equals(TARGET))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the number of runs; 1 for a search, whose number of runs is not known. */
    public int runs() {
        return Math.max(1, levels.size());
    }

    /** Options that the study sets for each run and a file must not set. */
    static final Set<String> OWN = Set.of("out", "repeat", "seed", "json", "quiet", "verbose");
}
