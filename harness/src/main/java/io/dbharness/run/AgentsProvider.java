package io.dbharness.run;

import io.dbharness.result.RunResult.Tool;
import io.dbharness.spec.AgentsSpec;
import io.dbharness.time.RunClock;

/** Has loads sent by agents. Found by {@link java.util.ServiceLoader}. */
@FunctionalInterface
public interface AgentsProvider {

    /**
     * What coordinates them. Opens nothing before its first run.
     *
     * @param agents   how many, and where
     * @param clock    of the coordinator
     * @param tool     this build, which must be theirs too
     * @param listener follows
     */
    LoadSender agents(AgentsSpec agents, RunClock clock, Tool tool, RunListener listener);
}
