package io.dbharness.request;

import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.simulation.SimulatedTarget;
import io.dbharness.sut.Fault;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads words such as {@code users=3} or {@code quiet} as if they had been typed with dashes before them. */
final class WordOptions {

    static final int PROCESSORS = 3;

    private final boolean console;
    private final WorkloadDescriptor workload;

    WordOptions() {
        this(true);
    }

    /** @param console whether a password can be asked for */
    WordOptions(boolean console) {
        this(console, TestWorkload.DESCRIPTOR);
    }

    WordOptions(WorkloadDescriptor workload) {
        this(true, workload);
    }

    private WordOptions(boolean console, WorkloadDescriptor workload) {
        this.console = console;
        this.workload = workload;
    }

    Request read(String... words) {
        Problems problems = new Problems();
        Request request = reader().read(Phase.ALL, typed(words), problems);
        problems.throwIfAny();
        return request;
    }

    RunSpec spec(String... words) {
        return read(words).spec();
    }

    List<String> problems(String... words) {
        Problems problems = new Problems();
        reader().read(Phase.ALL, typed(words), problems);
        return problems.lines();
    }

    SpecReader reader() {
        ServerProvider servers = new ServerProvider() {
            @Override
            public boolean accepts(String url) {
                return url.startsWith("embedded:");
            }

            @Override
            public List<Fault.Kind> faults(String url) {
                return List.of(Fault.Kind.STOP, Fault.Kind.RESTART);
            }

            @Override
            public RunningServer start(TargetSpec spec) {
                throw new UnsupportedOperationException();
            }
        };
        TargetProvider targets = new TargetProvider() {
            @Override
            public boolean accepts(String url) {
                return true;
            }

            @Override
            public Target<?> open(TargetSpec spec) {
                if (spec.url().equals("fake:wrong")) {
                    throw new UsageException(List.of("fake:wrong can never work"));
                }
                return new SimulatedTarget.Provider().open(TargetSpec.of("sim:service=1ms"));
            }
        };
        return new SpecReader(
                TestWorkload.of(workload),
                new Catalog(List.of(), List.of(servers), List.of(targets)),
                new SpecReader.Machine(PROCESSORS, console));
    }

    static Options typed(String... words) {
        Map<String, Options.Given> given = new HashMap<>();
        for (String word : words) {
            String[] parts = word.split("=", 2);
            List<String> texts = new ArrayList<>();
            if (parts.length == 1) {
                texts.add("true");
            } else {
                if (CommonOptions.LISTS.contains(parts[0]) && given.containsKey(parts[0])) {
                    texts.addAll(given.get(parts[0]).texts());
                }
                texts.add(parts[1]);
            }
            given.put(parts[0], Options.Given.of(parts[0], texts, ""));
        }
        return new Options(given);
    }
}
