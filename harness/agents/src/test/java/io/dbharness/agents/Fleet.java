package io.dbharness.agents;

import io.dbharness.request.AgentsSpec;
import io.dbharness.request.Catalog;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.run.Harness;
import io.dbharness.run.RunListener;
import io.dbharness.simulation.SimulatedTarget;
import io.dbharness.sut.Target;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.testkit.CountingWorkload.KeySession;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Agents on threads of this process, with a key of their own. */
final class Fleet implements AutoCloseable {

    static final Tool TOOL = new Tool("dbharness", "1.2.3", "abc");

    private final Path folder;
    private final Path key;
    private final List<String> addresses = new ArrayList<>();
    private final List<Agent> agents = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    /** What they said. */
    final List<String> said = new CopyOnWriteArrayList<>();

    /** A key at a time, against a simulation. */
    private record Keys() implements Workload<KeySession> {

        @Override
        public WorkloadDescriptor descriptor() {
            return new WorkloadDescriptor("keys", "Keys.", "Keys.", List.of(), "sim:service=1ms,time=real");
        }

        @Override
        public Class<KeySession> sessionType() {
            return KeySession.class;
        }

        @Override
        public BoundWorkload<KeySession> bind(Target<KeySession> target, Parameters parameters) {
            throw new IllegalStateException("only rehearsed");
        }

        @Override
        public BoundWorkload<KeySession> rehearse(Parameters parameters) {
            return new CountingWorkload();
        }
    }

    Fleet(Path folder, int count) {
        this.folder = folder;
        this.key = folder.resolve("key.p12");
        AgentKey.make(key, 1);
        for (int i = 0; i < count; i++) {
            addresses.add("127.0.0.1:" + freePort());
        }
        addresses.forEach(address -> start(address, TOOL));
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Catalog catalog() {
        return new Catalog(List.of(new Keys()), List.of(), List.of(new SimulatedTarget.Provider()));
    }

    private void start(String address, Tool tool) {
        Agent agent = new Agent(
                new Agent.Settings(address, addresses, key, results()), catalog(), new SystemClock(), tool, said::add);
        agents.add(agent);
        Thread thread = new Thread(
                () -> {
                    try (agent) {
                        agent.serve();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                address);
        thread.start();
        threads.add(thread);
    }

    /** Returns the folder for results, which all agents share. */
    Path results() {
        return folder.resolve("agent-results");
    }

    Path key() {
        return key;
    }

    List<String> addresses() {
        return addresses;
    }

    /** That a coordinator needs to find them. */
    AgentsSpec spec(int count) {
        return new AgentsSpec(count, "127.0.0.1:" + freePort(), addresses, key);
    }

    Harness harness(RunListener listener) {
        return harness(new SystemClock(), listener);
    }

    Harness harness(RunClock clock, RunListener listener) {
        return Harness.of(catalog(), clock, TOOL, listener);
    }

    /** One agent leaves without a word to a run that it serves: its group hears no more of it. */
    void lose(int index) {
        agents.get(index).close();
    }

    boolean isServing(int index) {
        return threads.get(index).isAlive();
    }

    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void close() {
        agents.forEach(Agent::leave);
        try {
            join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        agents.forEach(Agent::close);
    }
}
