package io.dbharness.cli.option;

import io.dbharness.experiment.LoadPolicy;
import io.dbharness.target.TargetSpec;
import io.dbharness.workload.Parameters;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Everything a user decided about one run, checked.
 *
 * @param part       of the job
 * @param parameters the workload's own
 * @param target     where and how to enter; without the password when that is to be asked for
 * @param asksForPassword whether to ask for the password on the terminal
 * @param load       when and how to send
 * @param experiment which runs to make
 * @param judging    what must not be true of their results
 * @param policy     what to do about the data set
 * @param loaders    connections to load with
 * @param collecting where figures of the target's machine come from
 * @param output     what goes where
 */
public record RunSettings(
        Part part,
        Parameters parameters,
        TargetSpec target,
        boolean asksForPassword,
        LoadSettings load,
        ExperimentSettings experiment,
        JudgingSettings judging,
        LoadPolicy policy,
        int loaders,
        CollectSettings collecting,
        Output output) {

    /**
     * What goes where.
     *
     * @param directory   of the result, or of all results of an experiment; empty for the default
     * @param metricsPort empty for no metrics
     * @param quiet       nothing but errors
     * @param json        the result on standard output
     */
    public record Output(Optional<Path> directory, OptionalInt metricsPort, boolean quiet, boolean json) {}

    /** The same against a target that is there, with the options of the session that was asked for. */
    public RunSettings against(TargetSpec other) {
        return with(
                new TargetSpec(other.url(), other.user(), other.password(), Optional.empty(), target.options()),
                false,
                output);
    }

    /** The same with its result in a directory, without anything printed. */
    public RunSettings into(Path directory, boolean quiet) {
        return with(target, asksForPassword, new Output(Optional.of(directory), output.metricsPort(), quiet, false));
    }

    private RunSettings with(TargetSpec newTarget, boolean newAsksForPassword, Output newOutput) {
        return new RunSettings(
                part,
                parameters,
                newTarget,
                newAsksForPassword,
                load,
                experiment,
                judging,
                policy,
                loaders,
                collecting,
                newOutput);
    }
}
