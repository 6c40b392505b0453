package io.dbharness.agents;

import io.dbharness.model.Internal;
import io.dbharness.request.AgentsSpec;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.run.AgentsProvider;
import io.dbharness.run.LoadSender;
import io.dbharness.run.RunListener;
import io.dbharness.time.RunClock;

/** Has loads sent by agents that JGroups connects. */
@Internal
public final class Agents implements AgentsProvider {

    /** For {@link java.util.ServiceLoader}. */
    public Agents() {}

    @Override
    public LoadSender agents(AgentsSpec agents, RunClock clock, Tool tool, RunListener listener) {
        return new Coordinator(agents, clock, tool, listener);
    }
}
