package io.dbharness.request;

import io.dbharness.model.Internal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One validated command.
 *
 * @param part            part of the workload's job
 * @param spec            runs to make; without the password if {@code asksForPassword}
 * @param asksForPassword true to ask for the password on the terminal
 * @param output          destinations of the output
 */
@Internal
public record Request(Phase part, RunSpec spec, boolean asksForPassword, Output output) {

    /**
     * The destinations of the output.
     *
     * @param directory   directory of the result, or of all results of an experiment; empty for the default
     * @param metricsPort port of Prometheus metrics; empty for none
     * @param watchPort   port of the live page, 0 for a free port; empty for no page
     * @param quiet       true to print only errors
     * @param verbose     true to print all of the result instead of its summary
     * @param json        true to print the result as JSON on standard output
     */
    public record Output(
            Optional<Path> directory,
            OptionalInt metricsPort,
            OptionalInt watchPort,
            boolean quiet,
            boolean verbose,
            boolean json) {}
}
