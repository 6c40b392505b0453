package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.Levels;
import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.ProfileRow;
import io.dbharness.cql.profile.Ratio;
import io.dbharness.cql.profile.Rows;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterators;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The table of a profile, filled with its first partitions; a unit is a partition. */
public final class CqlProfileDataSet extends CqlMarkedDataSet<ProfileData.Loaded> implements ProfileData {

    private static final int SAMPLED_PARTITIONS = 50;
    private static final int ROWS_OF_A_PARTITION = 20;
    private static final int SAMPLED_SUMS = 1_000;
    /** About the bytes on disk that a row needs beside its values. */
    private static final int ROW_BYTES = 42;

    private final CqlProfile profile;
    private final Plan plan;
    /** Counters, or 1 for each existing row, of a sample before the run. */
    private Map<ProfileRow, Long> before = Map.of();

    /**
     * Settings that a profile does not contain.
     *
     * @param partitions  to load
     * @param consistency default level of statements
     * @param reach       the highest partition that the run uses, estimated
     * @param rewrites    true if the run executes writes whose effect on a row is not known
     * @param removes     true if writes may remove rows
     * @param conditional true if all changes of rows are conditional, so that their number is known for each row
     */
    public record Plan(
            long partitions,
            long reach,
            ConsistencyLevel consistency,
            boolean rewrites,
            boolean removes,
            boolean conditional) {}

    public CqlProfileDataSet(CqlTarget target, CqlProfile profile, Plan plan, RunClock clock) {
        super(target, plan.consistency(), facts(profile, plan.partitions()), clock);
        this.profile = profile;
        this.plan = plan;
    }

    private static Facts facts(CqlProfile profile, long partitions) {
        // A digest of everything that decides the rows: a change to any of it makes another data set.
        Ratio populated = profile.insert().populated();
        String rows = profile.ddl().table().orElseThrow()
                + profile.columns()
                + "Ratio[spread=%s, divisor=%s]".formatted(populated.dividend(), populated.divisor());
        String digest =
                UUID.nameUUIDFromBytes(rows.getBytes(StandardCharsets.UTF_8)).toString();
        return new Facts(
                profile.keyspace(),
                0,
                profile.table(),
                partitions + " partitions of the profile of " + profile.table() + " ("
                        + digest.substring(0, digest.indexOf('-')) + ")",
                "partitions",
                Math.max(1, profile.rowsInPartition()));
    }

    @Override
    Loaded found(CqlMarker.Content content) {
        Rows rows = new Rows(profile, new Seed(content.seed()), content.version(), List.of());
        boolean stay = !plan.removes() && !profile.expires() && !startsEmpty();
        AcknowledgedRows acknowledged = new AcknowledgedRows(plan.reach() * Math.max(1, profile.rowsInPartition()));
        return new Loaded(profile, rows, statements(), acknowledged, new ResponseCounts(), stay ? content.units() : 0);
    }

    @Override
    public String name() {
        return profile.name();
    }

    @Override
    public String describe() {
        return plan.partitions() + " partitions of the profile of " + profile.table();
    }

    /** Estimates the bytes from the values of a few rows. */
    @Override
    public long bytesNeeded() {
        double rowBytes = sample(new Rows(profile, Seed.DEFAULT)).stream()
                .mapToInt(row -> IntStream.range(0, profile.columns().size())
                                .mapToObj(row::value)
                                .mapToInt(value -> value == null ? 0 : value.remaining() + 1)
                                .sum()
                        + ROW_BYTES)
                .average()
                .orElse(0);
        return (long) (profile.rowsInPartition() * plan.partitions() * rowBytes * COMPACTION_HEADROOM);
    }

    @Override
    long units() {
        return plan.partitions();
    }

    /** Creates the keyspace by the profile's statement, or by the harness's own if the profile has none. */
    @Override
    void createKeyspace() {
        profile.ddl().keyspace().ifPresentOrElse(text -> admin().executeUnlessThere("", text), super::createKeyspace);
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        ExistingDefinitions existing = new ExistingDefinitions(admin(), profile.keyspace());
        existing.requireSame(Stream.of(
                        profile.ddl().types(),
                        profile.ddl().extra(),
                        profile.ddl().indexes())
                .flatMap(List::stream)
                .toList());
        super.load(loaders, seed, progress, helpers);
    }

    /** Creates types first, because the table uses them. */
    @Override
    void createTable() {
        AdminSession admin = admin();
        Stream.of(
                        profile.ddl().types(),
                        profile.ddl().table().stream().toList(),
                        profile.ddl().extra())
                .flatMap(List::stream)
                .forEach(text -> admin.executeUnlessThere(profile.keyspace(), text));
    }

    /**
     * Creates the indexes of the loaded table. With a vector index of Cassandra 5.0 that existed during the load, about 40 of 100 rows were
     * in no answer.
     */
    @Override
    void completeTable(Progress progress) {
        AdminSession admin = admin();
        profile.ddl().indexes().forEach(text -> admin.executeUnlessThere(profile.keyspace(), text));
        new IndexBuilds(admin, profile.keyspace(), profile.table()).await(clock, progress);
    }

    private ConsistencyLevel readLevel() {
        return keyspace()
                .levelAfter(
                        Levels.ofWrites(profile.insert().consistency().level().orElse(plan.consistency())));
    }

    private ProfileStatements statements() {
        return new ProfileStatements(profile, admin(), readLevel());
    }

    @Override
    LongFunction<Iterator<BoundStatement>> writes(Seed seed, long version) {
        Rows rows = new Rows(profile, seed, version, List.of());
        ProfileStatements statements = statements();
        return unit -> StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows.of(unit + 1), 0), false)
                .map(row -> statements.load(row, version))
                .iterator();
    }

    @Override
    List<Check> compare(String when, Progress progress) {
        Loaded data = loaded();
        List<Check> checks = new ArrayList<>(data.answers().check(when).stream().toList());
        if (when.equals("before")) {
            Stream.of(
                            note("differs from cassandra-stress: ", profile.differences()),
                            note(
                                    "not used, as in cassandra-stress: ",
                                    loaded().profile().unused()))
                    .flatMap(Optional::stream)
                    .map(note -> new Check("profile", when, true, note))
                    .forEach(checks::add);
        }
        if (when.equals("after")) {
            RecallCheck recall = new RecallCheck(target.driver(), data, plan.partitions());
            profile.queries()
                    .forEach(query -> query.neighbours(profile)
                            .ifPresent(search -> checks.add(recall.of(query.name(), search, when))));
        }
        if (plan.rewrites()) {
            checks.add(new Check("rows", when, true, "not compared, as queries of this run change rows"));
            return checks;
        }
        RowCheck check = new RowCheck(target.driver(), data, readLevel(), plan.removes());
        if (profile.counts() || plan.conditional()) {
            if (data.acknowledged().all().isEmpty()) {
                before = check.states(tracked(data));
            }
            checks.add(check.sums(before, when));
        }
        List<AcknowledgedRows.Account> written = data.acknowledged().all();
        if (written.isEmpty() && startsEmpty()) {
            return checks;
        }
        checks.add(written.isEmpty() ? check.sample(sample(data.rows()), when) : check.acknowledged(written, when));
        return checks;
    }

    private static Optional<String> note(String title, List<String> parts) {
        return parts.isEmpty() ? Optional.empty() : Optional.of(title + String.join("; ", parts));
    }

    /** Returns tracked rows of partitions that are spread evenly over those that the run uses, one of each. */
    private List<ProfileRow> tracked(Loaded data) {
        RandomGenerator random = Seed.DEFAULT.stream("tracked-rows", 0);
        long step = Math.max(1, plan.reach() / SAMPLED_SUMS);
        return LongStream.iterate(1, number -> number <= plan.reach(), number -> number + step)
                .mapToObj(number -> data.rows().any(number, random))
                .filter(data.acknowledged()::tracks)
                .toList();
    }

    /** Returns a few rows of each of the first partitions. */
    private List<ProfileRow> sample(Rows rows) {
        List<ProfileRow> sample = new ArrayList<>();
        for (long number = 1; number <= Math.min(SAMPLED_PARTITIONS, plan.partitions()); number++) {
            Iterator<ProfileRow> partition = rows.of(number);
            for (int i = 0; i < ROWS_OF_A_PARTITION && partition.hasNext(); i++) {
                sample.add(partition.next());
            }
        }
        return sample;
    }
}
