package io.dbharness.cli.option;

import io.dbharness.model.Problems;
import io.dbharness.target.TargetSpec;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads words such as {@code users=3} or {@code quiet} as if they had been typed with dashes before them. */
final class Words {

    static final int PROCESSORS = 3;

    private final boolean console;
    private final WorkloadDescriptor workload;

    Words() {
        this(true);
    }

    /** @param console whether a password can be asked for */
    Words(boolean console) {
        this(console, TestWorkload.DESCRIPTOR);
    }

    Words(WorkloadDescriptor workload) {
        this(true, workload);
    }

    private Words(boolean console, WorkloadDescriptor workload) {
        this.console = console;
        this.workload = workload;
    }

    RunSettings read(String... words) {
        Problems problems = new Problems();
        RunSettings settings = reader().read(Part.ALL, typed(words), problems);
        problems.throwIfAny();
        return settings;
    }

    List<String> problems(String... words) {
        Problems problems = new Problems();
        reader().read(Part.ALL, typed(words), problems);
        return problems.lines();
    }

    private RunSettingsReader reader() {
        Addresses addresses = new Addresses() {
            @Override
            public boolean embedded(String url) {
                return url.startsWith("embedded:");
            }

            @Override
            public void check(TargetSpec target, Problems problems) {
                problems.require(!target.url().equals("fake:wrong"), "fake:wrong can never work");
            }
        };
        return new RunSettingsReader(workload, addresses, new RunSettingsReader.Machine(PROCESSORS, console));
    }

    private static Typed typed(String... words) {
        Map<String, String> values = new HashMap<>();
        Map<String, List<String>> lists = new HashMap<>();
        Set<String> flags = new HashSet<>();
        for (String word : words) {
            String[] parts = word.split("=", 2);
            if (parts.length == 1) {
                flags.add(word);
            } else if (Set.of("sweep", "fail-if", "guard", "server-limit").contains(parts[0])) {
                lists.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(parts[1]);
            } else {
                values.put(parts[0], parts[1]);
            }
        }
        return new Typed(values, lists, flags);
    }
}
