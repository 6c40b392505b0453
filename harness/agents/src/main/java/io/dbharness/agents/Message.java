package io.dbharness.agents;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import io.dbharness.load.Slice;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.workload.Check;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The messages between agents and their coordinator. Times are nanoseconds on the sender's monotonic clock unless stated otherwise. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Message.Discover.class, name = "discover"),
    @JsonSubTypes.Type(value = Message.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = Message.TimeRequest.class, name = "timeRequest"),
    @JsonSubTypes.Type(value = Message.Time.class, name = "time"),
    @JsonSubTypes.Type(value = Message.Claim.class, name = "claim"),
    @JsonSubTypes.Type(value = Message.Claimed.class, name = "claimed"),
    @JsonSubTypes.Type(value = Message.Prepare.class, name = "prepare"),
    @JsonSubTypes.Type(value = Message.Load.class, name = "load"),
    @JsonSubTypes.Type(value = Message.Loading.class, name = "loading"),
    @JsonSubTypes.Type(value = Message.Loaded.class, name = "loaded"),
    @JsonSubTypes.Type(value = Message.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = Message.Start.class, name = "start"),
    @JsonSubTypes.Type(value = Message.Started.class, name = "started"),
    @JsonSubTypes.Type(value = Message.Heartbeat.class, name = "heartbeat"),
    @JsonSubTypes.Type(value = Message.Alive.class, name = "alive"),
    @JsonSubTypes.Type(value = Message.Interval.class, name = "interval"),
    @JsonSubTypes.Type(value = Message.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = Message.Ended.class, name = "ended"),
    @JsonSubTypes.Type(value = Message.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = Message.Leave.class, name = "leave"),
})
sealed interface Message {

    /** Ids become names of folders, so they hold nothing that a path could hold. */
    Pattern ID = Pattern.compile("[a-z0-9-]{1,64}");

    /** Addresses become names of folders, too. */
    Pattern NAME = Pattern.compile("[^\\s/\\\\]{1,255}:[0-9]{1,5}");

    private static void requireId(String run) {
        if (!ID.matcher(run).matches()) {
            throw new IllegalArgumentException("a run's id is 1 to 64 of a to z, 0 to 9 and -");
        }
    }

    /** Coordinator to all: who is an agent? */
    record Discover() implements Message {}

    /**
     * Agent to coordinator.
     *
     * @param name       where it is reached
     * @param processors it may use
     * @param tool       its build
     * @param serves     the run that it serves now; empty for none
     */
    record Hello(String name, int processors, Tool tool, String serves) implements Message {

        public Hello {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("an agent's name is HOST:PORT");
            }
        }
    }

    /** Coordinator to agent: what time is it with you? */
    record TimeRequest(int number) implements Message {}

    /**
     * Agent to coordinator, at once.
     *
     * @param number     of the question
     * @param nanos      on its monotonic clock
     * @param wallMicros since the epoch, by its wall clock
     */
    record Time(int number, long nanos, long wallMicros) implements Message {}

    /**
     * Coordinator to agent: keep free for this run. An agent keeps its word for {@link Agent#LEASE}, until the order or a {@link Stop}
     * comes.
     *
     * @param run its id
     */
    record Claim(String run) implements Message {

        public Claim {
            requireId(run);
        }
    }

    /**
     * Agent to coordinator, for each claim.
     *
     * @param run  that was claimed for
     * @param kept false if the agent serves another run, or is kept for one
     */
    record Claimed(String run, boolean kept) implements Message {}

    /** Coordinator to agent: something to do. */
    sealed interface Order extends Message {

        /** Its id, unlike that of any other. */
        String run();

        WorkloadFacts workload();

        Destination target();

        /** Which part of the whole, of how many. */
        Slice slice();
    }

    /**
     * Coordinator to agent: load a slice of the data; tables are there.
     *
     * @param loaders connections to load with
     * @param seed    of the load
     */
    record Load(String run, WorkloadFacts workload, Destination target, Slice slice, int loaders, long seed)
            implements Order {

        public Load {
            requireId(run);
        }
    }

    /** Agent to coordinator, once a second at most: how far its slice is. */
    record Loading(String run, long done, long total, String unit) implements Message {}

    /** Agent to coordinator: its slice is loaded. */
    record Loaded(String run) implements Message {}

    /**
     * Coordinator to agent: open the target and everything that this part of a run needs.
     *
     * @param run      its id
     * @param workload what is sent
     * @param target   where to
     * @param load     this agent's part
     */
    record Prepare(String run, WorkloadFacts workload, Destination target, LoadAssignment load) implements Order {

        public Prepare {
            requireId(run);
        }

        @Override
        public Slice slice() {
            return load.slice();
        }
    }

    /**
     * A target, as agents open it.
     *
     * @param url       its address
     * @param user      empty for none
     * @param reference where each agent finds the password; empty for none
     * @param secret    the password itself where the coordinator's own server has drawn it, or it was typed; never printed
     * @param options   of its sessions
     */
    record Destination(String url, String user, String reference, String secret, Map<String, String> options) {

        @Override
        public String toString() {
            return url;
        }
    }

    /** Agent to coordinator: all sessions are open and the first inputs are drawn. */
    record Ready(String run) implements Message {}

    /** Coordinator to agent: begin at this time of your own clock. */
    record Start(String run, long atNanos) implements Message {}

    /** Agent to coordinator: when it began. */
    record Started(String run, long atNanos) implements Message {}

    /** Coordinator to agents, twice a second and more: go on. Without it they stop. */
    record Heartbeat(String run) implements Message {}

    /** Agent to coordinator, for each beat. */
    record Alive(String run) implements Message {}

    /**
     * Agent to coordinator: what happened since the last one. The histograms are the message's bytes.
     *
     * @param number   from 0
     * @param interval everything but histograms
     */
    record Interval(String run, int number, IntervalText interval) implements Message {}

    /** Coordinator to agents: end early and report what was measured. */
    record Stop(String run) implements Message {}

    /**
     * Agent to coordinator: its part has ended, its requests are answered or given up. The bytes are its {@code result.json}, compressed.
     *
     * @param accounts     of its users
     * @param acknowledged what the server acknowledged, by ledger
     * @param checks       what only it could check
     */
    record Ended(String run, AccountsText accounts, Map<String, List<Long>> acknowledged, List<Check> checks)
            implements Message {}

    /**
     * Agent to coordinator: its part cannot be sent or loaded, or went wrong.
     *
     * @param unreachable whether the target could not be reached
     * @param reason      one sentence
     */
    record Failed(String run, boolean unreachable, String reason) implements Message {}

    /** To agents: end this process once its run is over. */
    record Leave() implements Message {}

    /**
     * {@link io.dbharness.exec.RunCounts} of a part.
     *
     * @param endNanos     of its measurement, from its start
     * @param stoppedEarly whether the part was stopped before its planned end
     * @param failures     the first message of each kind of failure, by name
     * @param targetLost   why it was given up, or null
     */
    record AccountsText(
            long endNanos,
            boolean stoppedEarly,
            long starts,
            long skipped,
            long backlog,
            Map<Long, Long> unsent,
            List<io.dbharness.exec.RunCounts.Pending> pending,
            double meanDelayNanos,
            Map<String, String> failures,
            @JsonSetter(nulls = Nulls.SET) @Nullable String targetLost,
            boolean overloaded) {}

    /**
     * {@link io.dbharness.measure.IntervalSnapshot} without its histograms.
     *
     * @param completions the first and the last; empty if there were none
     */
    record IntervalText(
            long startNanos,
            long endNanos,
            String phase,
            long inFlight,
            long backlog,
            List<OperationText> operations,
            List<String> steps,
            List<Long> completions) {}

    /** Counts of one operation and one phase. */
    record OperationText(
            String phase,
            int operation,
            long started,
            long completed,
            long rolledBack,
            Map<String, Long> failedBy,
            Map<Integer, Long> retriesBy,
            long completedInside) {}
}
