/**
 * The command line: parses, finds workloads and targets, runs, prints, and decides the exit code. May not measure or judge anything
 * itself. Entry type: {@link io.dbharness.cli.Main}.
 */
@Internal
@NullMarked
package io.dbharness.cli;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
