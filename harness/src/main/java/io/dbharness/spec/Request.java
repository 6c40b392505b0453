package io.dbharness.spec;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one command asks for, checked.
 *
 * @param part            of the workload's job
 * @param spec            what to run; without the password when that is to be asked for
 * @param asksForPassword whether to ask for the password on the terminal
 * @param output          what goes where
 */
public record Request(Part part, RunSpec spec, boolean asksForPassword, Output output) {

    /**
     * What goes where.
     *
     * @param directory   of the result, or of all results of an experiment; empty for the default
     * @param metricsPort empty for no metrics
     * @param watchPort   of the live page, 0 for a free one; empty for none
     * @param quiet       nothing but errors
     * @param json        the result on standard output
     */
    public record Output(
            Optional<Path> directory, OptionalInt metricsPort, OptionalInt watchPort, boolean quiet, boolean json) {}
}
