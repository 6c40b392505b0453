package io.dbharness.junit;

import io.dbharness.result.RunResult;
import java.util.List;

/** Entry point of the assertions; can be imported together with AssertJ's {@code assertThat}. */
public final class RunAssertions {

    private RunAssertions() {}

    /** About one run. */
    public static RunResultAssert assertThat(RunResult result) {
        return new RunResultAssert(result);
    }

    /** About several runs of the same, for example those of a {@link RunWorkload} with {@code repeat}. */
    public static RunsAssert assertThatRuns(List<RunResult> results) {
        return new RunsAssert(results);
    }
}
