package io.dbharness.cli;

import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.run.ExperimentDirectory;
import io.dbharness.run.RunOutcome.Judgement;
import java.util.Arrays;
import java.util.List;

/** Exit codes of the process. */
final class ExitCode {

    static final int OK = 0;
    static final int ERROR = 1;
    static final int USAGE = 2;
    /** A condition of {@code --fail-if} holds. */
    static final int CONDITION_HOLDS = 10;
    /** A condition of {@code --fail-if} has no answer, and the user wants one. */
    static final int INCONCLUSIVE = 11;
    /** The run ended, and its result is INVALID. */
    static final int RUN_INVALID = 12;
    /** No session could be opened, or the target went away during the run. */
    static final int TARGET_UNREACHABLE = 13;
    /** Ctrl-C or SIGTERM; what had been measured is kept. 128 + SIGINT, as shells have it. */
    static final int INTERRUPTED = 130;

    /** A lost target explains an INVALID result, and that explains the outcome of a condition. */
    private static final List<Integer> WORST_FIRST =
            List.of(TARGET_UNREACHABLE, RUN_INVALID, CONDITION_HOLDS, INCONCLUSIVE);

    private ExitCode() {}

    /** Returns the most serious code. */
    static int worst(int... codes) {
        return WORST_FIRST.stream()
                .filter(code -> Arrays.stream(codes).anyMatch(c -> c == code))
                .findFirst()
                .orElse(OK);
    }

    /** Returns the code of a run that was not interrupted. A SUSPECT result counts as a result. */
    static int of(RunResult result) {
        if (result.targetLost()) {
            return TARGET_UNREACHABLE;
        }
        return result.verdict() == Verdict.INVALID ? RUN_INVALID : OK;
    }

    /** Returns the code of the worst run of an experiment. */
    static int of(ExperimentDirectory experiment) {
        return worst(
                experiment.runsForExitCode().stream().mapToInt(ExitCode::of).toArray());
    }

    /** Returns the code of the conditions of {@code --fail-if} and {@code --strict-latency}. */
    static int of(Judgement judgement) {
        if (judgement.latenciesRefused()) {
            return RUN_INVALID;
        }
        if (judgement.conditions().anyHolds()) {
            return CONDITION_HOLDS;
        }
        return judgement.failed() ? INCONCLUSIVE : OK;
    }

    /** Returns the code of a command without a result. */
    static int of(Exception failure) {
        if (failure instanceof UsageException) {
            return USAGE;
        }
        return failure instanceof TargetUnreachableException ? TARGET_UNREACHABLE : ERROR;
    }
}
