package io.dbharness.result;

import io.dbharness.model.Caveat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Judges the effect of the agents on the figures of their load. Every threshold is here; pure. */
final class AgentAssessment {

    /** A clock or a start that is further off than this shows in intervals and in the first second. */
    static final long SKEW_NANOS = 5_000_000;

    /** An agent whose throughput is so far from its share did not have the same conditions as the others. */
    static final double UNEVEN_NOTE = 0.1;

    static final double UNEVEN_SUSPECT = 0.25;

    /** With fewer completions, chance alone makes such a difference. */
    static final long FEWEST = 1_000;

    /** Figures that come later are shown with a later second. */
    static final long LAG_NANOS = 2_000_000_000;

    private AgentAssessment() {}

    static List<Caveat> of(List<AgentResult> agents) {
        List<Caveat> found = new ArrayList<>();
        double users = agents.stream().mapToInt(AgentResult::users).sum();
        double throughput = agents.stream().mapToDouble(AgentResult::throughput).sum();
        boolean allThere = agents.stream().noneMatch(AgentResult::wasLost);
        for (AgentResult agent : agents) {
            if (agent.wasLost()) {
                found.add(Caveat.suspect(
                        "AGENT_LOST",
                        "agent " + agent.name() + " was lost: " + agent.lost()
                                + "; its seconds until then are kept, and the load was smaller from then on"));
            }
            skew(agent, found);
            if (allThere && agent.completed() >= FEWEST && users > 0 && throughput > 0) {
                uneven(agent, agent.users() / users, agent.throughput() / throughput, found);
            }
        }
        return found;
    }

    private static void skew(AgentResult agent, List<Caveat> found) {
        if (Math.abs(agent.clockOffsetNanos()) > SKEW_NANOS) {
            found.add(Caveat.note(
                    "AGENT_CLOCK",
                    text(
                            "the clock of agent %s is %+.1f ms off the coordinator's (%.1f ms allowed); the start is not set by it, but"
                                    + " its times in logs are",
                            agent.name(), agent.clockOffsetNanos() / 1e6, SKEW_NANOS / 1e6)));
        }
        if (Math.abs(agent.startSkewNanos()) + agent.clockErrorNanos() > SKEW_NANOS) {
            found.add(Caveat.note(
                    "AGENT_START",
                    text(
                            "agent %s began %+.1f ms from the common start, known to %.1f ms (%.1f ms allowed)",
                            agent.name(),
                            agent.startSkewNanos() / 1e6,
                            agent.clockErrorNanos() / 1e6,
                            SKEW_NANOS / 1e6)));
        }
        if (agent.lagNanos() > LAG_NANOS) {
            found.add(Caveat.note(
                    "AGENT_LATE",
                    text(
                            "figures of agent %s came up to %.1f s late and are shown with later seconds; totals hold them all",
                            agent.name(), agent.lagNanos() / 1e9)));
        }
    }

    private static void uneven(AgentResult agent, double planned, double done, List<Caveat> found) {
        double difference = done / planned - 1;
        if (Math.abs(difference) > UNEVEN_NOTE) {
            String detail = text(
                    "agent %s has %.1f %% of the users and made %.1f %% of the throughput",
                    agent.name(), 100 * planned, 100 * done);
            found.add(
                    Math.abs(difference) > UNEVEN_SUSPECT
                            ? Caveat.suspect("AGENT_UNEVEN", detail)
                            : Caveat.note("AGENT_UNEVEN", detail));
        }
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
