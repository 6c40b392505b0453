package io.dbharness.cli.testkit;

import io.dbharness.cli.testkit.FakeServices.FakeSession;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.Target;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.List;

/** A workload of pings that take a few milliseconds, and a data set of three rows that writes down what is done to it. */
public final class FakeWorkload implements Workload<FakeSession> {

    private static final Operation PING = new Operation(0, "Ping", OperationKind.READ);
    private static final long PING_NANOS = 5_000_000;

    private final String name;
    private DataSetState found;
    private final List<String> diary;

    /** Named {@code orders}, its data not there yet. */
    public FakeWorkload(List<String> diary) {
        this("orders", new DataSetState(DataSetState.Kind.ABSENT, "nothing is there"), diary);
    }

    public FakeWorkload(String name, DataSetState found, List<String> diary) {
        this.name = name;
        this.found = found;
        this.diary = diary;
    }

    @Override
    public WorkloadDescriptor descriptor() {
        return new WorkloadDescriptor(
                name,
                "Pings, 100 % of them.",
                "Sends pings to nobody.",
                List.of(
                        new Parameter("size", "how large", "3", Domain.whole(1, 10)),
                        new Parameter("mode", "how", "calm", Domain.choice(List.of("calm", "wild")))),
                "embedded:fake");
    }

    @Override
    public Class<FakeSession> sessionType() {
        return FakeSession.class;
    }

    @Override
    public void review(Parameters parameters, Problems problems) {
        problems.require(
                !(parameters.text("mode").equals("wild") && parameters.whole("size") > 5),
                "--mode wild is for a --size up to 5");
    }

    @Override
    public BoundWorkload<FakeSession> bind(Target<FakeSession> target, Parameters parameters) {
        return new Bound();
    }

    @Override
    public BoundWorkload<FakeSession> rehearse(Parameters parameters) {
        return new Bound();
    }

    private final class Bound implements BoundWorkload<FakeSession> {

        private final RunClock clock = new SystemClock();

        @Override
        public List<Operation> operations() {
            return List.of(PING);
        }

        @Override
        public OperationSource<FakeSession> source(int user, Seed seed) {
            return () -> new Invocation<>() {
                @Override
                public Operation operation() {
                    return PING;
                }

                @Override
                public Outcome execute(FakeSession session) throws Exception {
                    clock.sleepUntil(clock.now() + PING_NANOS);
                    return Outcome.COMPLETED;
                }
            };
        }

        @Override
        public int defaultUsers() {
            return 20;
        }

        @Override
        public ThinkTime thinkTime() {
            return ThinkTime.NONE;
        }

        @Override
        public DataSet dataSet() {
            return new ThreeRows();
        }
    }

    private final class ThreeRows implements DataSet {

        @Override
        public String describe() {
            return "three rows";
        }

        @Override
        public DataSetState inspect() {
            return found;
        }

        @Override
        public long bytesNeeded() {
            return 3;
        }

        @Override
        public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
            diary.add("load with " + loaders);
            found = new DataSetState(DataSetState.Kind.COMPLETE, found.detail());
            progress.advance("load", 3, 3, "rows");
        }

        @Override
        public List<Check> check(String when, Progress progress) {
            diary.add("check " + when);
            return List.of(new Check("rows", when, !found.detail().contains("spoiled"), "three"));
        }

        @Override
        public void drop() {
            diary.add("drop");
        }
    }
}
