package com.example.counters;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.sut.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.SharedInputs;
import io.dbharness.workload.SharedInputs.Users;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** {@code counters}: each request adds one to a counter that is drawn at random. Few counters make a hot spot. */
public final class Counters implements Workload<JdbcSession> {

    static final Operation ADD = new Operation(0, "Add", OperationKind.WRITE);

    private static final String NUMBER = "counters";
    private static final int DEFAULT_USERS = 4;

    @Override
    public WorkloadDescriptor descriptor() {
        return new WorkloadDescriptor(
                "counters",
                "Adds one to counters.",
                "Each request adds one to a counter in a separate transaction. Checks that no addition is lost.",
                List.of(new Parameter(NUMBER, "how many there are", "1000", Domain.whole(1, 10_000_000))),
                "embedded:postgresql");
    }

    @Override
    public Class<JdbcSession> sessionType() {
        return JdbcSession.class;
    }

    @Override
    public BoundWorkload<JdbcSession> bind(Target<JdbcSession> target, Parameters parameters) {
        AtomicLong added = new AtomicLong();
        return bound(parameters, new CountersTable((JdbcTarget) target, parameters.whole(NUMBER), added), added);
    }

    @Override
    public BoundWorkload<JdbcSession> rehearse(Parameters parameters) {
        return bound(parameters, DataSet.NONE, new AtomicLong());
    }

    private static BoundWorkload<JdbcSession> bound(
            Parameters parameters, DataSet dataSet, AtomicLong added) {
        int counters = parameters.whole(NUMBER);
        Users<JdbcSession> users = random -> () -> new Add(1 + random.nextInt(counters), added);
        return new SharedInputs<>(List.of(ADD), dataSet, DEFAULT_USERS, "counters", () -> users);
    }
}
