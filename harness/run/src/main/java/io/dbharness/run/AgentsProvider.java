package io.dbharness.run;

import io.dbharness.model.Internal;
import io.dbharness.request.AgentsSpec;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.time.RunClock;

/** Creates the sender of loads through agents. Loaded with {@link java.util.ServiceLoader}. */
@Internal
@FunctionalInterface
public interface AgentsProvider {

    /**
     * Creates the coordinator of the agents. Opens nothing before its first run.
     *
     * @param agents   number and addresses of the agents
     * @param clock    clock of the coordinator
     * @param tool     this build, which the agents must share
     * @param listener receives progress
     */
    LoadSender agents(AgentsSpec agents, RunClock clock, Tool tool, RunListener listener);
}
