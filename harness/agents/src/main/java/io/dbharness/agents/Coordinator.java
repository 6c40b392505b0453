package io.dbharness.agents;

import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.StopSignal;
import io.dbharness.load.Slice;
import io.dbharness.model.FileWork;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.request.AgentsSpec;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.run.LoadSender;
import io.dbharness.run.RunContext;
import io.dbharness.run.RunListener;
import io.dbharness.sut.Secret;
import io.dbharness.sut.Session;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Has data loaded and each run's load sent by agents: gathers them, gives each its part, starts all at one instant, and merges their
 * reports to one result. One thread.
 */
final class Coordinator implements LoadSender {

    private final AgentsSpec spec;
    private final RunClock clock;
    private final Tool tool;
    private final RunListener listener;
    private final Inbox inbox;
    private @Nullable Group group;

    Coordinator(AgentsSpec spec, RunClock clock, Tool tool, RunListener listener) {
        this.spec = spec;
        this.clock = clock;
        this.tool = tool;
        this.listener = listener;
        this.inbox = new Inbox(clock);
    }

    @Override
    public <S extends Session> Sent send(RunContext<S> bench, Execution<S> execution, Optional<Path> directory) {
        RunPlan plan = execution.plan();
        Problems problems = new Problems();
        LoadAssignment.check(plan, spec.count(), problems);
        problems.throwIfAny();
        RunChannel channel = channel("run", execution.stop());
        List<Discovery.Found> found = gather(channel);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            Discovery.Found agent = found.get(i);
            String name = agent.here().name();
            members.add(new Member(
                    agent.address(),
                    name,
                    agent.clock(),
                    LoadAssignment.of(plan, i, found.size()),
                    directory.map(into -> files(into, name)),
                    clock.now()));
        }
        try {
            return new SharedRun(
                            channel,
                            plan,
                            members,
                            execution.observer(),
                            new IntervalCodec(bench.workload().operations()))
                    .run(
                            bench.facts(),
                            destination(bench.at()),
                            bench.workload().dataSet(),
                            directory);
        } finally {
            members.forEach(Member::close);
        }
    }

    @Override
    public void load(RunContext<?> bench, int loaders, Seed seed, Progress progress, StopSignal stop) {
        RunChannel channel = channel("load", stop);
        List<Discovery.Found> found = gather(channel);
        listener.step("having " + found.size() + " agents load parts of the data");
        SharedDataLoad load = new SharedDataLoad(channel);
        for (int i = 0; i < found.size(); i++) {
            Slice slice = new Slice(i, found.size(), 0);
            load.give(
                    found.get(i),
                    new Message.Load(
                            channel.id(), bench.facts(), destination(bench.at()), slice, loaders, seed.value()));
        }
        load.await(progress);
    }

    private synchronized Group joined() {
        Group there = group;
        if (there == null) {
            listener.step("joining the agents from " + spec.bind());
            AgentKey key = AgentKey.read(spec.key(), clock.wallTime());
            there = Group.join(spec.bind(), spec.join(), key, Optional.of("coordinator " + spec.bind()), inbox);
            group = there;
        }
        return there;
    }

    private List<Discovery.Found> gather(RunChannel channel) {
        return new Discovery(channel, spec, tool).gather();
    }

    /** Returns a channel with an id that is unique among these agents. */
    private RunChannel channel(String what, StopSignal stop) {
        Group joined = joined();
        String id = what + "-" + Long.toString(clock.wallTime().toEpochMilli(), Character.MAX_RADIX);
        return new RunChannel(id, joined, inbox, clock, listener, stop);
    }

    private IntervalFiles files(Path directory, String agent) {
        Path own = directoryOf(directory, agent);
        FileWork.run("create " + own, () -> Files.createDirectories(own));
        return new IntervalFiles(own, clock.wallTime());
    }

    /** Returns the directory of an agent's part, within that of the whole run. */
    static Path directoryOf(Path run, String agent) {
        return run.resolve("agents").resolve(agent.replaceAll("[^\\w.-]", "-"));
    }

    private static Message.Destination destination(TargetSpec at) {
        Optional<Secret> password = at.password();
        String reference = password.map(Secret::toString)
                .filter(text -> Secret.parse(text).isPresent())
                .orElse("");
        return new Message.Destination(
                at.url(),
                at.user().orElse(""),
                reference,
                reference.isEmpty() ? password.map(Secret::reveal).orElse("") : "",
                at.options());
    }

    @Override
    public synchronized void close() {
        Group there = group;
        if (there != null) {
            there.close();
            group = null;
        }
    }
}
