package io.dbharness.report;

import io.dbharness.result.RunResult;

/** Turns a result that was read from a file into text. Pure: the same result gives the same text. */
@FunctionalInterface
public interface Reporter {

    String report(RunResult result);
}
