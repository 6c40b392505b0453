package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.dbharness.cql.CqlUserSettings.Source;
import io.dbharness.cql.data.ProfileData.Loaded;
import io.dbharness.cql.data.ProfileStatements;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.driver.ReadCounts;
import io.dbharness.cql.profile.CqlProfile.Insert;
import io.dbharness.cql.profile.CqlProfile.Query;
import io.dbharness.cql.profile.CqlProfile.TokenScan;
import io.dbharness.cql.profile.OwnRow;
import io.dbharness.cql.profile.ProfileRow;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.load.Slice;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.workload.Invocation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Creates the requests of one run's users to a profile's loaded table, with prepared statements. Thread-safe. */
final class UserRequests {

    /** The protocol's limit of statements in a batch. */
    private static final int MOST_IN_A_BATCH = 65_535;

    private final Loaded data;
    private final Insert insert;
    private final ValueDistribution population;
    private final Map<Operation, Asked> queries = new HashMap<>();
    private final ReadCounts all;
    private final ReadCounts conditionalInserts;
    /** Position in a population that is a sequence. */
    private final AtomicLong next = new AtomicLong();

    /** Creates a request for a partition, or of a scan, which needs none. */
    @FunctionalInterface
    private interface Asked {
        Invocation<DriverSession> about(LongSupplier partition, RandomGenerator random);
    }

    /**
     * A write to a part of a partition's rows.
     *
     * @param partition its number
     * @param part      number of the part, from 0
     * @param parts     number of parts that the rows are written in
     * @param share     of the rows of this part that are written
     */
    private record Visit(long partition, int part, int parts, double share) {}

    private final Slice slice;

    /**
     * Prepares the operations of a profile.
     *
     * @param source   the profile with its command-line settings
     * @param entries  the operations of this profile
     * @param pageSize of answers to queries
     * @param all      counts the reads of all operations
     * @param slice    the places of a sequence that belong to this process: every n-th
     */
    UserRequests(
            Loaded data, Source source, List<CqlUserMix.Entry> entries, int pageSize, ReadCounts all, Slice slice) {
        this.slice = slice;
        this.data = data;
        this.insert = data.profile().insert();
        this.population =
                source.populationOver(data.rows().listed().orElse(source.plan().partitions()));
        this.all = all;
        this.conditionalInserts = all.part();
        data.answers().begin();
        for (CqlUserMix.Entry entry : entries) {
            Operation operation = entry.operation();
            entry.query().ifPresent(query -> queries.put(operation, query(operation, query, pageSize)));
            entry.scan().ifPresent(scan -> queries.put(operation, walk(operation, scan)));
            if (entry.inserts() && insert.condition().isPresent()) {
                data.answers().tell(operation.name(), conditionalInserts);
            }
        }
    }

    private Asked query(Operation operation, Query query, int pageSize) {
        ProfileStatements.Bound bound = data.statements().query(query);
        ReadCounts counts = all.part();
        boolean mustFind =
                population.least() > 0 && population.most() <= data.there() && OwnRow.isFoundBy(query, data.profile());
        if (query.reads() || query.isConditional()) {
            data.answers().tell(operation.name(), counts);
        }
        return (partitions, random) -> {
            long partition = partitions.getAsLong();
            ProfileRow row = data.rows().any(partition, random);
            BoundStatement statement =
                    bound.of(mark -> query.sameRow() ? row : data.rows().any(partition, random), random);
            return query.reads()
                    ? new PagedRead(operation, statement.setPageSize(pageSize), counts, mustFind)
                    : new CqlRequest(operation, statement, answer -> {
                        if (query.isConditional()) {
                            counts.conditional(answer.wasApplied());
                        }
                        return Outcome.COMPLETED;
                    });
        };
    }

    private Asked walk(Operation operation, TokenScan scan) {
        ReadCounts counts = all.part();
        TokenWalk walk = new TokenWalk(
                operation, data.statements().ranges(), data.statements().scan(scan), counts);
        data.answers().tell(operation.name(), walk);
        return (partitions, random) -> walk.next();
    }

    private Statement<?> batch(List<ProfileRow> rows) {
        if (rows.size() == 1) {
            return data.statements().insert(rows.get(0));
        }
        BatchType type = insert.logged() ? BatchType.LOGGED : BatchType.UNLOGGED;
        BatchStatementBuilder batch = BatchStatement.builder(data.profile().counts() ? BatchType.COUNTER : type)
                .setConsistencyLevel(data.statements().insertLevel());
        insert.consistency().serial().ifPresent(batch::setSerialConsistencyLevel);
        rows.forEach(row -> batch.addStatement(data.statements().insert(row)));
        return batch.build();
    }

    /** One user's state for this table. One thread at a time. */
    final class User {

        private final RandomGenerator random;
        private final Deque<Visit> unfinished = new ArrayDeque<>();
        private long inserts;

        User(RandomGenerator random) {
            this.random = random;
        }

        Invocation<DriverSession> next(CqlUserMix.Entry entry) {
            return entry.inserts()
                    ? insert(entry.operation())
                    : Objects.requireNonNull(queries.get(entry.operation()), "prepared")
                            .about(this::partition, random);
        }

        private long partition() {
            return population.draw(random, slice.index() + slice.of() * next.getAndIncrement());
        }

        /** Writes rows in one batch, or in as few batches as the limit allows. */
        private CqlRequest insert(Operation operation) {
            List<ProfileRow> rows = new ArrayList<>();
            for (Visit visit : visits()) {
                select(visit, rows);
            }
            List<Statement<?>> statements = new ArrayList<>();
            for (int from = 0; from < rows.size(); from += MOST_IN_A_BATCH) {
                statements.add(batch(rows.subList(from, Math.min(rows.size(), from + MOST_IN_A_BATCH))));
            }
            ProfileRow witness = rows.get(random.nextInt(rows.size()));
            return new CqlRequest(operation, statements.get(0), statements.subList(1, statements.size()), answer -> {
                boolean applied = insert.condition().isEmpty() || answer.wasApplied();
                if (insert.condition().isPresent()) {
                    conditionalInserts.conditional(applied);
                }
                if (applied) {
                    data.acknowledged().acknowledge(witness);
                }
                return Outcome.COMPLETED;
            });
        }

        /** Continues partitions begun earlier before new ones: their further visits belong to this user's next operations. */
        private List<Visit> visits() {
            long count = insert.partitions().draw(random, inserts++);
            List<Visit> visits = new ArrayList<>();
            List<Visit> later = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                Visit visit = unfinished.isEmpty() ? first() : unfinished.remove();
                visits.add(visit);
                if (visit.part() + 1 < visit.parts()) {
                    later.add(new Visit(visit.partition(), visit.part() + 1, visit.parts(), visit.share()));
                }
            }
            unfinished.addAll(later);
            return visits;
        }

        private Visit first() {
            int parts = (int) insert.visits().draw(random, inserts);
            return new Visit(partition(), 0, parts, insert.select().draw(random, inserts));
        }

        /** Selects rows of the visit's part, each with the probability of the visit's share, and at least one. */
        private void select(Visit visit, List<ProfileRow> selected) {
            List<ProfileRow> part = new ArrayList<>();
            Iterator<ProfileRow> rows = data.rows().of(visit.partition());
            for (int i = 0; rows.hasNext(); i++) {
                ProfileRow row = rows.next();
                if (i % visit.parts() == visit.part()) {
                    part.add(row);
                }
            }
            if (part.isEmpty()) {
                // A partition with more visits than rows: the last visits choose an existing row.
                part.add(data.rows().any(visit.partition(), random));
            }
            int before = selected.size();
            part.stream()
                    .filter(row -> visit.share() >= 1 || random.nextDouble() < visit.share())
                    .forEach(selected::add);
            if (selected.size() == before) {
                selected.add(part.get(random.nextInt(part.size())));
            }
        }
    }
}
