package io.dbharness.request;

import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import io.dbharness.sut.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/** As much of a workload as options need. */
final class TestWorkload {

    static final WorkloadDescriptor DESCRIPTOR = new WorkloadDescriptor(
            "orders",
            "Orders.",
            "Orders and nothing else.",
            List.of(new Parameter("size", "how large", "3", Domain.whole(1, 10))),
            "embedded:fake");

    private TestWorkload() {}

    /** A workload that has nothing but its descriptor. */
    static Workload<Session> of(WorkloadDescriptor descriptor) {
        return of(descriptor, (parameters, problems) -> {});
    }

    static Workload<Session> of(WorkloadDescriptor descriptor, BiConsumer<Parameters, Problems> review) {
        return new Workload<>() {
            @Override
            public void review(Parameters parameters, Problems problems) {
                review.accept(parameters, problems);
            }

            @Override
            public WorkloadDescriptor descriptor() {
                return descriptor;
            }

            @Override
            public Class<Session> sessionType() {
                return Session.class;
            }

            @Override
            public BoundWorkload<Session> bind(Target<Session> target, Parameters parameters) {
                throw new UnsupportedOperationException();
            }

            @Override
            public BoundWorkload<Session> rehearse(Parameters parameters) {
                return withUsers(600);
            }
        };
    }

    /** Users who think for a second. */
    static BoundWorkload<Session> withUsers(int users) {
        return withUsers(users, new Second());
    }

    private record Second() implements ThinkTime {
        @Override
        public long keyingNanos(Operation next) {
            return 0;
        }

        @Override
        public long thinkNanos(Operation previous, RandomGenerator random) {
            return 1_000_000_000;
        }
    }

    static BoundWorkload<Session> withUsers(int users, ThinkTime thinkTime) {
        return new BoundWorkload<>() {
            @Override
            public List<Operation> operations() {
                return List.of(new Operation(0, "NewOrder", OperationKind.WRITE));
            }

            @Override
            public OperationSource<Session> source(int user, Seed seed) {
                throw new UnsupportedOperationException();
            }

            @Override
            public int defaultUsers() {
                return users;
            }

            @Override
            public ThinkTime thinkTime() {
                return thinkTime;
            }

            @Override
            public DataSet dataSet() {
                throw new UnsupportedOperationException();
            }
        };
    }
}
