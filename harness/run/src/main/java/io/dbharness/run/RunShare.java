package io.dbharness.run;

import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.RunCounts;
import io.dbharness.load.Slice;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.sut.Session;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * This process's part of a run that several processes share.
 *
 * @param result       result of this part only
 * @param accounts     counts of its users
 * @param acknowledged writes that the server acknowledged to this process, by ledger
 * @param checks       checks that only this process could make
 */
@Internal
public record RunShare(RunResult result, RunCounts accounts, Map<String, List<Long>> acknowledged, List<Check> checks) {

    public RunShare {
        acknowledged = Map.copyOf(acknowledged);
        checks = List.copyOf(checks);
    }

    /** Runs a part on the bench of the whole workload. */
    static <S extends Session> RunShare of(Runner runner, RunContext<S> bench, RunPlan plan, Path directory) {
        Slice slice = plan.load().slice();
        BoundWorkload<S> workload = bench.workload().slice(slice);
        Capture capture = new Capture(runner.sender(), new AtomicReference<>());
        RunResult result = runner.sending(capture).run(bench.part(workload, slice), plan, Optional.of(directory));
        DataSet data = workload.dataSet();
        boolean checked = data == DataSet.NONE || result.targetLost();
        return new RunShare(
                result,
                Objects.requireNonNull(capture.sent().get(), "sent").accounts(),
                data.acknowledged(),
                checked ? List.of() : data.checkAcknowledged(runner.listener()));
    }

    /** Captures the outcome of the last load. */
    private record Capture(LoadSender by, AtomicReference<LoadSender.@Nullable Sent> sent) implements LoadSender {

        @Override
        public <S extends Session> Sent send(RunContext<S> bench, Execution<S> execution, Optional<Path> directory) {
            Sent all = by.send(bench, execution, directory);
            sent.set(all);
            return all;
        }
    }

    /**
     * A workload with the users of one part, which are numbered across all parts. The coordinator prepares its data.
     *
     * @param part  part of the workload
     * @param slice number of the part
     */
    record Workload<S extends Session>(BoundWorkload<S> part, Slice slice) implements BoundWorkload<S> {

        @Override
        public List<Operation> operations() {
            return part.operations();
        }

        @Override
        public List<String> steps() {
            return part.steps();
        }

        @Override
        public OperationSource<S> source(int user, Seed seed) {
            return part.source(slice.firstUser() + user, seed);
        }

        @Override
        public int defaultUsers() {
            return part.defaultUsers();
        }

        @Override
        public ThinkTime thinkTime() {
            return part.thinkTime();
        }

        @Override
        public DataSet dataSet() {
            return DataSet.NONE;
        }
    }
}
