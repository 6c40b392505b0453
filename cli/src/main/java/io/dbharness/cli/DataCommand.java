package io.dbharness.cli;

import io.dbharness.model.HarnessException;
import io.dbharness.plan.RunPlan;
import io.dbharness.target.Session;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import java.nio.file.Path;
import java.util.List;

/**
 * Work on a data set that measures nothing. One thread.
 *
 * @param bench    the workload on its target
 * @param terminal where the findings go
 */
record DataCommand<S extends Session>(Workbench<S> bench, Terminal terminal) {

    /** Returns the exit code. */
    int run(RunPlan plan, Path directory) {
        return switch (bench.settings().part()) {
            case LOAD -> load(plan, directory);
            case CHECK -> check(bench.workload().dataSet());
            case DROP -> drop(bench.workload().dataSet());
            case ALL, RUN -> throw new IllegalArgumentException("measures");
        };
    }

    private int load(RunPlan plan, Path directory) {
        bench.prepare(plan, directory);
        bench.listener()
                .step("the data are there: "
                        + bench.workload().dataSet().inspect().detail());
        return ExitCode.OK;
    }

    private int check(DataSet dataSet) {
        DataSetState found = dataSet.inspect();
        if (found.kind() != DataSetState.Kind.COMPLETE) {
            throw new HarnessException("there is no complete data set to check: " + found.detail());
        }
        List<Check> checks = dataSet.check("now", bench.listener());
        bench.tools().watching().clear();
        if (!bench.settings().output().quiet()) {
            checks.forEach(check -> terminal.out()
                    .println((check.passed() ? "passed  " : "FAILED  ") + check.name() + "  " + check.detail()));
        }
        return checks.stream().allMatch(Check::passed) ? ExitCode.OK : ExitCode.RUN_INVALID;
    }

    /** Only what this command line describes: a data set of another scale or another make may be somebody's. */
    private int drop(DataSet dataSet) {
        DataSetState found = dataSet.inspect();
        switch (found.kind()) {
            case ABSENT -> bench.listener().step("there is nothing to remove");
            case COMPLETE, INCOMPLETE -> {
                bench.listener().step("removing " + dataSet.describe());
                dataSet.drop();
                bench.listener().step("the data are gone");
            }
            case DIFFERENT ->
                throw new HarnessException(found.detail() + "; to remove it, give the options that it was loaded with");
            case BUSY -> throw new HarnessException(found.detail() + "; wait until the other load has ended");
        }
        return ExitCode.OK;
    }
}
