package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.Levels;
import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.Rows;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table that another program has created. This tool neither creates, marks, fills nor drops it; only operations of a run may write to it.
 * One thread, except for the result of {@link #loaded()}.
 */
public final class ForeignDataSet implements ProfileData {

    private final CqlTarget target;
    private final CqlProfile profile;
    private final CqlProfileDataSet.Plan plan;
    private final ForeignKeys keys;
    private final Settling settling;
    private @Nullable Loaded loaded;

    /** @param keys source of the keys of its rows */
    public ForeignDataSet(
            CqlTarget target, CqlProfile profile, CqlProfileDataSet.Plan plan, ForeignKeys keys, RunClock clock) {
        this.target = target;
        this.profile = profile;
        this.plan = plan;
        this.keys = keys;
        this.settling = new Settling(target, clock);
    }

    private String table() {
        return profile.keyspace() + "." + profile.table();
    }

    private Keyspace keyspace() {
        return new Keyspace(
                new AdminSession(target.driver(), plan.consistency()), profile.keyspace(), 0, target.replication());
    }

    private ConsistencyLevel readLevel() {
        return keyspace()
                .levelAfter(
                        Levels.ofWrites(profile.insert().consistency().level().orElse(plan.consistency())));
    }

    @Override
    public Loaded loaded() {
        Loaded known = loaded;
        if (known == null) {
            AdminSession admin = new AdminSession(target.driver(), plan.consistency());
            CqlProfile whole = SchemaReader.of(target.driver(), profile);
            ProfileStatements statements = new ProfileStatements(whole, admin, readLevel());
            Rows rows = new Rows(whole, Seed.DEFAULT, 0, keys.read(admin, whole, statements));
            boolean stay = keys.scanned() && !plan.removes() && !whole.expires();
            long there = stay ? rows.listed().orElse(0) : 0;
            known = new Loaded(
                    whole, rows, statements, new AcknowledgedRows((double) plan.reach()), new ResponseCounts(), there);
            loaded = known;
        }
        return known;
    }

    @Override
    public String name() {
        return profile.name();
    }

    @Override
    public String describe() {
        return "the table " + table() + " as it is";
    }

    @Override
    public DataSetState inspect() {
        keyspace().requireReplicasFor(plan.consistency());
        return keyspace().tables().contains(profile.table())
                ? new DataSetState(Kind.COMPLETE, "the existing table " + table())
                : new DataSetState(Kind.ABSENT, "no table " + table());
    }

    @Override
    public long bytesNeeded() {
        return 0;
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        throw new HarnessException("there is no table " + table()
                + "; create it, or leave out --foreign and give the profile a table_definition");
    }

    @Override
    public void settle(Progress progress) {
        settling.await(progress);
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        List<Check> checks = new ArrayList<>(settling.check().stream().toList());
        checks.addAll(compare(when));
        return checks;
    }

    /** Only this process knows which writes were acknowledged. */
    @Override
    public List<Check> checkAcknowledged(Progress progress) {
        return compare("after");
    }

    private List<Check> compare(String when) {
        List<Check> checks = new ArrayList<>();
        Loaded data = loaded();
        data.answers().check(when).ifPresent(checks::add);
        List<AcknowledgedRows.Account> written = data.acknowledged().all();
        if (written.isEmpty() || plan.rewrites()) {
            checks.add(new Check(
                    "rows", when, true, "not compared, as this tool did not load them; keys are " + keysUsed(data)));
        } else {
            checks.add(new RowCheck(target.driver(), data, readLevel(), plan.removes()).acknowledged(written, when));
        }
        return checks;
    }

    private String keysUsed(Loaded data) {
        Optional<Long> listed = data.rows().listed().stream().boxed().findFirst();
        return listed.map(count -> count + (keys.scanned() ? " that a scan found" : " of " + keys.source()))
                .orElse("drawn by the profile");
    }

    @Override
    public void drop() {
        throw new HarnessException("the table " + table() + " was not created by this tool; nothing was dropped");
    }
}
