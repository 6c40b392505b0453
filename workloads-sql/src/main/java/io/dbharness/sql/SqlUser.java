package io.dbharness.sql;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.profile.ShippedProfile;
import io.dbharness.profile.TemplateValues;
import io.dbharness.random.Seed;
import io.dbharness.sql.data.RunEffects;
import io.dbharness.sql.data.SqlProfileDataSet;
import io.dbharness.sql.operation.OperationScript;
import io.dbharness.sql.operation.SqlInvocation;
import io.dbharness.sql.operation.UpdateLedger;
import io.dbharness.sql.profile.Effect;
import io.dbharness.sql.profile.SqlProfile;
import io.dbharness.sut.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.SharedInputs;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code sql user}, and the shipped profiles by their names: the tables, operations and checks of a profile. Immutable. */
public final class SqlUser implements Workload<JdbcSession> {

    private static final String STREAM = "sql-user";
    private static final String TARGET = "embedded:postgresql";

    /** The default number of users: one; without users and rate, one for each connection. */
    private static final int USERS = 1;

    private final WorkloadDescriptor descriptor;
    private final Optional<ShippedProfile> shipped;

    /** {@code sql user}. Called by {@link java.util.ServiceLoader}. */
    public SqlUser() {
        this.shipped = Optional.empty();
        this.descriptor = new WorkloadDescriptor(
                        "sql user",
                        "Your own tables, transactions and checks, described in a file.",
                        "Reads a profile in YAML: tables and the values in them, operations of one or several statements with named parameters, how"
                                + " many rows each must see or change, checks. The tables are created and filled first; each user then executes one"
                                + " operation after the other, drawn by their weights. Rows are counted, a sample of them compared and the"
                                + " profile's checks made before and after. Also typed as sql user profile=FILE ops=NAME=3,OTHER=1. The format is"
                                + " in docs/workloads.md, examples are in examples/sql.",
                        SqlUserSettings.parameters(),
                        TARGET)
                .sendingBy(SqlUserSettings.OPS)
                .scaledBy(List.of(SqlUserSettings.PROFILE, SqlUserSettings.SCALE, TemplateValues.PARAMETER.name()));
    }

    /** A profile that runs by its name. */
    SqlUser(ShippedProfile profile) {
        this.shipped = Optional.of(profile);
        this.descriptor = new WorkloadDescriptor(
                        "sql " + profile.name(),
                        profile.summary(),
                        profile.description() + " 'describe sql " + profile.name()
                                + " --profile' prints the profile, which 'sql user --profile FILE' runs.",
                        SqlUserSettings.parameters(profile),
                        TARGET)
                .sendingBy(SqlUserSettings.OPS)
                .scaledBy(scaling(profile));
    }

    private static List<String> scaling(ShippedProfile profile) {
        return Stream.concat(profile.options().stream().map(Parameter::name), Stream.of(SqlUserSettings.SCALE))
                .toList();
    }

    @Override
    public Optional<String> profile() {
        return shipped.map(ShippedProfile::text);
    }

    @Override
    public WorkloadDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public Class<JdbcSession> sessionType() {
        return JdbcSession.class;
    }

    @Override
    public void review(Parameters parameters, Problems problems) {
        SqlUserSettings.of(parameters, shipped, problems);
    }

    @Override
    public BoundWorkload<JdbcSession> bind(Target<JdbcSession> target, Parameters parameters) {
        if (!(target instanceof JdbcTarget jdbc)) {
            throw new IllegalArgumentException("sessions by JDBC, but from " + target.getClass());
        }
        SqlUserSettings settings = SqlUserSettings.of(parameters, shipped);
        SqlProfile profile = settings.profile();
        List<String> lineage = jdbc.dialect().lineage();
        List<String> missing = profile.missing(lineage);
        if (!missing.isEmpty()) {
            throw new UsageException(missing);
        }
        List<String> steps = new ArrayList<>();
        UpdateLedger updates = new UpdateLedger(settings.mix().operations(), lineage, profile.tables());
        List<OperationScript> scripts = new ArrayList<>();
        for (SqlProfile.Operation operation : settings.mix().operations()) {
            scripts.add(OperationScript.of(
                    operation, scripts.size(), lineage, profile.tables(), updates, jdbc.failures(), steps));
        }
        boolean counted = settings.countRows() && scripts.stream().allMatch(OperationScript::isCountable);
        RunEffects use = RunEffects.of(
                profile,
                lineage,
                scripts.stream().flatMap(script -> script.effects().stream()).toList(),
                counted
                        ? Optional.of(
                                scripts.stream().map(OperationScript::ledger).toList())
                        : Optional.empty());
        SqlProfileDataSet data = new SqlProfileDataSet(jdbc, profile, use, updates);
        return new BoundUser(
                steps,
                new SharedInputs<>(
                        scripts.stream().map(OperationScript::operation).toList(), data, USERS, STREAM, slice -> {
                            if (slice.of() > 1) {
                                updates.share();
                            }
                            Inputs inputs = Inputs.of(settings.mix().operations(), data);
                            return random -> new UserSource(
                                    settings.mix().weights(),
                                    inputs,
                                    (operation, drawn, done) -> new SqlInvocation(scripts.get(operation), drawn, done),
                                    random);
                        }));
    }

    @Override
    public BoundWorkload<JdbcSession> rehearse(Parameters parameters) {
        SqlUserSettings settings = SqlUserSettings.of(parameters, shipped);
        SqlProfile profile = settings.profile();
        List<Operation> operations = new ArrayList<>();
        for (SqlProfile.Operation operation : settings.mix().operations()) {
            List<Effect> effects = operation.statements().stream()
                    .map(statement -> Effect.of(statement.sql().any(), profile.tables()))
                    .toList();
            operations.add(new Operation(operations.size(), operation.name(), OperationScript.kind(effects)));
        }
        return new SharedInputs<>(operations, DataSet.NONE, USERS, STREAM, () -> {
            Inputs inputs = Inputs.rehearsed(settings.mix().operations(), profile.tables());
            return random -> new UserSource(
                    settings.mix().weights(),
                    inputs,
                    (operation, drawn, done) -> new Rehearsed(operations.get(operation)),
                    random);
        });
    }

    /** An invocation that is only counted, because a rehearsal has no target. */
    private record Rehearsed(Operation operation) implements Invocation<JdbcSession> {

        @Override
        public Outcome execute(JdbcSession session) {
            throw new HarnessException("a rehearsal is not executed");
        }
    }

    /**
     * The workload on one target. Thread-safe.
     *
     * @param steps  steps of its operations
     * @param shared operations, inputs and data set
     */
    private record BoundUser(List<String> steps, SharedInputs<JdbcSession> shared)
            implements BoundWorkload<JdbcSession> {

        @Override
        public List<Operation> operations() {
            return shared.operations();
        }

        @Override
        public OperationSource<JdbcSession> source(int user, Seed seed) {
            return shared.source(user, seed);
        }

        @Override
        public int defaultUsers() {
            return shared.defaultUsers();
        }

        @Override
        public DataSet dataSet() {
            return shared.dataSet();
        }
    }
}
