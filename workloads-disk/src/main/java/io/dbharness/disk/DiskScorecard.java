package io.dbharness.disk;

import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Problems;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.Scorecard;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Scores results like disk benchmarks: I/Os and megabytes a second, mean latency. A megabyte is 10^6 bytes. Immutable. */
@Internal
public final class DiskScorecard implements Scorecard {

    private static final String IOPS = "iops";
    private static final String MEGABYTES = "mbPerSecond";
    private static final String MEAN = "meanMillis";

    /** Called by {@link java.util.ServiceLoader}. */
    public DiskScorecard() {}

    @Override
    public boolean knows(String workload) {
        return workload.equals(Disk.NAME);
    }

    @Override
    public Set<String> names() {
        return Set.of(IOPS, MEGABYTES, MEAN, "readIops", "readMbPerSecond", "writeIops", "writeMbPerSecond");
    }

    @Override
    public Set<String> names(Map<String, String> parameters) {
        Set<String> names = new TreeSet<>(names());
        List<DiskJob> jobs = jobs(parameters);
        jobs.stream()
                .filter(job -> !job.name().isEmpty())
                .map(DiskJob::name)
                .forEach(job -> names.addAll(List.of(score(job, IOPS), score(job, MEGABYTES), score(job, MEAN))));
        return names;
    }

    @Override
    public Optional<String> mainScore() {
        return Optional.of(IOPS);
    }

    @Override
    public Map<String, Double> scores(RunResult result) {
        List<DiskJob> jobs = jobs(result.workload().parameters());
        Map<String, Double> scores = new TreeMap<>();
        double all = result.throughputPerSecond().value();
        scores.put(IOPS, all);
        scores.put(MEGABYTES, jobs.size() == 1 ? all * megabytes(jobs.get(0)) : megabytes(result.operations(), jobs));
        result.combined("total")
                .ifPresent(total -> scores.put(MEAN, total.response().meanNanos() / 1e6));
        if (result.operations().size() > 1) {
            for (OperationKind kind : List.of(OperationKind.READ, OperationKind.WRITE)) {
                List<OperationResult> some = result.operations().stream()
                        .filter(operation -> operation.kind() == kind)
                        .toList();
                if (!some.isEmpty()) {
                    String name = kind.name().toLowerCase(Locale.ROOT);
                    scores.put(score(name, IOPS), iops(some));
                    scores.put(score(name, MEGABYTES), megabytes(some, jobs));
                }
            }
        }
        jobs.stream().filter(job -> !job.name().isEmpty()).forEach(job -> addJob(job, result, scores));
        return Collections.unmodifiableMap(scores);
    }

    private static void addJob(DiskJob job, RunResult result, Map<String, Double> scores) {
        List<OperationResult> own = result.operations().stream()
                .filter(operation -> job.has(operation.name()))
                .toList();
        scores.put(score(job.name(), IOPS), iops(own));
        scores.put(score(job.name(), MEGABYTES), iops(own) * megabytes(job));
        long count = own.stream()
                .mapToLong(operation -> operation.counts().completed())
                .sum();
        double nanos = own.stream()
                .mapToDouble(operation ->
                        operation.response().meanNanos() * operation.counts().completed())
                .sum();
        if (count > 0) {
            scores.put(score(job.name(), MEAN), nanos / count / 1e6);
        }
    }

    private static double iops(List<OperationResult> operations) {
        return operations.stream()
                .mapToDouble(OperationResult::throughputPerSecond)
                .sum();
    }

    private static double megabytes(List<OperationResult> operations, List<DiskJob> jobs) {
        return operations.stream()
                .mapToDouble(operation -> operation.throughputPerSecond()
                        * jobs.stream()
                                .filter(job -> job.has(operation.name()))
                                .mapToDouble(DiskScorecard::megabytes)
                                .sum())
                .sum();
    }

    private static double megabytes(DiskJob job) {
        return job.layout().block() / 1e6;
    }

    /** Returns the name of a score of a kind or job, for example {@code readIops}. */
    private static String score(String of, String score) {
        return of + score.substring(0, 1).toUpperCase(Locale.ROOT) + score.substring(1);
    }

    /** Parses the jobs of a result, which may be older than some parameters. */
    private static List<DiskJob> jobs(Map<String, String> parameters) {
        Map<String, String> known = new TreeMap<>(parameters);
        known.keySet()
                .retainAll(DiskSettings.PARAMETERS.stream().map(Parameter::name).toList());
        Problems ignored = new Problems();
        return DiskSettings.of(Parameters.of(DiskSettings.PARAMETERS, known, ignored), ignored)
                .jobs();
    }

    @Override
    public List<Caveat> caveats(RunResult result, Map<String, Double> scores) {
        return List.of();
    }
}
