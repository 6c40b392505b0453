package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.dbharness.cql.CqlUserSettings.Source;
import io.dbharness.cql.data.AcknowledgedRows.Change;
import io.dbharness.cql.data.ProfileData.Loaded;
import io.dbharness.cql.data.ProfileStatements;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.driver.ReadCounts;
import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.CqlProfile.Choice;
import io.dbharness.cql.profile.CqlProfile.Insert;
import io.dbharness.cql.profile.CqlProfile.Query;
import io.dbharness.cql.profile.CqlProfile.Reach;
import io.dbharness.cql.profile.CqlProfile.TokenScan;
import io.dbharness.cql.profile.OwnRow;
import io.dbharness.cql.profile.ProfileRow;
import io.dbharness.cql.profile.WriteEffect;
import io.dbharness.cql.profile.WriteEffect.Kind;
import io.dbharness.distribution.Sequence;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Creates the requests of one run's users to a profile's loaded table, with prepared statements. Thread-safe. */
final class UserRequests {

    /** The protocol's limit of statements in a batch. */
    private static final int MOST_IN_A_BATCH = 65_535;

    private final Loaded data;
    private final Insert insert;
    private final ValueDistribution population;
    /** Chooses partitions shortly before the last written one; empty if queries draw from the population. */
    private final Optional<RecentRows> lookback;
    /** Partitions with rows left to write, which any user goes on with; used only if inserts revisit partitions. */
    private final List<Visit> begun = new ArrayList<>();

    private final Map<Operation, Asked> queries = new HashMap<>();
    private final ReadCounts all;
    private final ReadCounts conditionalInserts;
    /** Position in a population that is a sequence. */
    private final AtomicLong next = new AtomicLong();
    /** Position in other sequences, so that inserts leave out no place of the population. */
    private final AtomicLong nextOfOthers = new AtomicLong();

    /** Partitions that exist, and those that inserts add. */
    private final Sequence partitions;

    private final long loaded;
    /** The rows that were written last; used only if a query reads them. */
    private final AtomicReferenceArray<ProfileRow> recent;

    private final AtomicLong written = new AtomicLong();
    private final LongSupplier versions;
    private final boolean timed;

    /** Creates a request, or one of a scan. */
    @FunctionalInterface
    private interface Asked {
        Invocation<DriverSession> with(RandomGenerator random);
    }

    /**
     * A write to a part of a partition's rows.
     *
     * @param partition its number, among those of this process if inserts add partitions
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
     * @param settings of the command
     * @param all      counts the reads of all operations
     * @param versions times of writes in microseconds since 1970, each once
     * @param slice    the places of a sequence that belong to this process: every n-th
     */
    UserRequests(
            Loaded data,
            Source source,
            List<CqlUserMix.Entry> entries,
            CqlUserSettings settings,
            ReadCounts all,
            LongSupplier versions,
            Slice slice) {
        this.slice = slice;
        this.versions = versions;
        this.data = data;
        this.loaded = source.plan().partitions();
        this.partitions = new Sequence(1, loaded);
        this.recent = new AtomicReferenceArray<>(entries.stream()
                .flatMap(entry -> entry.query().stream())
                .mapToInt(query -> query.values().reach().rows())
                .max()
                .orElse(0));
        this.timed = !data.profile().counts() && insertsAreTimed(data.profile());
        if (slice.of() > 1) {
            data.acknowledged().share();
        }
        this.insert = data.profile().insert();
        this.population =
                source.populationOver(data.rows().listed().orElse(source.plan().partitions()));
        this.lookback =
                source.lookback().map(back -> new RecentRows(back, population.least() + slice.index(), slice.of()));
        this.all = all;
        this.conditionalInserts = all.part();
        data.answers().begin();
        for (CqlUserMix.Entry entry : entries) {
            Operation operation = entry.operation();
            entry.query().ifPresent(query -> queries.put(operation, query(operation, query, settings.pageSize())));
            entry.scan().ifPresent(scan -> queries.put(operation, walk(operation, scan, settings.splitRanges())));
            if (entry.inserts() && insert.condition().isPresent()) {
                data.answers().tell(operation.name(), conditionalInserts);
            }
        }
    }

    private Asked query(Operation operation, Query query, int pageSize) {
        ReadCounts counts = all.part();
        List<Prepared> statements = query.statements().stream()
                .map(statement -> prepared(operation, statement, pageSize, counts))
                .toList();
        if (query.statements().stream().anyMatch(statement -> statement.reads() || statement.isConditional())) {
            data.answers().tell(operation.name(), counts);
        }
        return random -> {
            long partition = query.values().reach().equals(Reach.OF_RUN) && lookback.isPresent()
                    ? lookback.get().row(random)
                    : partition(query.values().reach(), random);
            ProfileRow row = row(query.values().reach(), partition, random);
            CqlInvocation first = statements.get(0).of(row, partition, random);
            return statements.size() == 1
                    ? first
                    : new InTurn(operation, first, statements.get(1).of(row, partition, random));
        };
    }

    /** Creates the request of a statement for a row. */
    @FunctionalInterface
    private interface Prepared {
        CqlInvocation of(ProfileRow row, long partition, RandomGenerator random);
    }

    /** Two requests that are one operation, the second sent after the answer to the first. */
    private record InTurn(Operation operation, CqlInvocation first, CqlInvocation second) implements CqlInvocation {

        @Override
        public CompletionStage<Outcome> send(DriverSession session) {
            return first.send(session)
                    .thenCompose(outcome -> outcome.equals(Outcome.COMPLETED)
                            ? second.send(session)
                            : CompletableFuture.completedStage(outcome));
        }
    }

    private Prepared prepared(Operation operation, Query query, int pageSize, ReadCounts counts) {
        ProfileStatements.Bound bound = data.statements().query(query);
        ValueDistribution numbers = query.values().reach().numbers().orElse(population);
        boolean mustFind = query.values().reach().choice() == Choice.DRAWN
                && numbers.least() > 0
                && numbers.most() <= data.there()
                && OwnRow.isFoundBy(query, data.profile());
        boolean oneRow = query.values().sameRow() || query.values().reach().choice() == Choice.RECENT;
        WriteEffect effect = query.reads() ? WriteEffect.INSERT : WriteEffect.of(query, data.profile());
        if (query.reads() || effect.kind() == Kind.OTHER) {
            return (row, partition, random) -> {
                BoundStatement statement =
                        bound.of(mark -> oneRow ? row : data.rows().any(partition, random), random);
                return query.reads()
                        ? new PagedRead(operation, statement.setPageSize(pageSize), counts, mustFind)
                        : new CqlRequest(operation, statement, answer -> {
                            conditional(query, query.isConditional() && answer.wasApplied(), counts);
                            return Outcome.COMPLETED;
                        });
            };
        }
        return (row, partition, random) -> {
            long version = versions.getAsLong();
            ProfileRow changed = row.at(version);
            Change change = new Change(changed, query.isConditional() ? 0 : version, effect, query.isConditional());
            BoundStatement write = bound.of(mark -> changed, random);
            data.acknowledged().sent(change);
            return new CqlRequest(
                    operation, query.isConditional() ? write : write.setQueryTimestamp(version), answer -> {
                        boolean applied = !query.isConditional() || answer.wasApplied();
                        conditional(query, applied, counts);
                        data.acknowledged().acknowledge(change, applied);
                        return Outcome.COMPLETED;
                    });
        };
    }

    private static void conditional(Query query, boolean applied, ReadCounts counts) {
        if (query.isConditional()) {
            counts.conditional(applied);
        }
    }

    /** Returns true if inserts carry their own time stamps: conditional writes cannot, and the statements of counters do not. */
    private static boolean insertsAreTimed(CqlProfile profile) {
        return profile.insert().condition().isEmpty();
    }

    /** Returns the partition of an operation. */
    private long partition(Reach reach, RandomGenerator random) {
        return switch (reach.choice()) {
            case NEXT -> partitions.next();
            case LATEST -> number(partitions.latest(random));
            case DRAWN, RECENT -> {
                AtomicLong position = reach.equals(Reach.OF_RUN) ? next : nextOfOthers;
                yield reach.numbers()
                        .orElse(population)
                        .draw(random, slice.index() + slice.of() * position.getAndIncrement());
            }
        };
    }

    /** Returns the number of a partition: those that the processes of a run add are numbered alternately. */
    private long number(long ownNumber) {
        return ownNumber <= loaded ? ownNumber : loaded + 1 + slice.index() + (ownNumber - loaded - 1) * slice.of();
    }

    /** Returns a row of a partition, or one of the last written rows; as long as none is written, one of the partition. */
    private ProfileRow row(Reach reach, long partition, RandomGenerator random) {
        long last = written.get();
        if (reach.choice() == Choice.RECENT && last > 0) {
            long back = random.nextLong(Math.min(last, reach.rows()));
            ProfileRow found = recent.get((int) ((last - 1 - back) % recent.length()));
            if (found != null) {
                return found;
            }
        }
        return data.rows().any(partition, random);
    }

    private void remember(ProfileRow row) {
        if (recent.length() > 0) {
            recent.set((int) (written.getAndIncrement() % recent.length()), row);
        }
    }

    private Asked walk(Operation operation, TokenScan scan, int splitRanges) {
        ReadCounts counts = all.part();
        TokenWalk walk = new TokenWalk(
                operation,
                data.statements().ranges(splitRanges),
                data.statements().scan(scan),
                counts);
        data.answers().tell(operation.name(), walk);
        return random -> walk.next();
    }

    private Statement<?> batch(List<ProfileRow> rows, long version) {
        if (rows.size() == 1) {
            BoundStatement write = data.statements().insert(rows.get(0));
            return timed ? write.setQueryTimestamp(version) : write;
        }
        BatchType type = insert.logged() ? BatchType.LOGGED : BatchType.UNLOGGED;
        BatchStatementBuilder batch = BatchStatement.builder(data.profile().counts() ? BatchType.COUNTER : type)
                .setConsistencyLevel(data.statements().insertLevel());
        insert.consistency().serial().ifPresent(batch::setSerialConsistencyLevel);
        rows.forEach(row -> batch.addStatement(data.statements().insert(row)));
        return (timed ? batch.setQueryTimestamp(version) : batch).build();
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
                            .with(random);
        }

        /** Writes rows in one batch, or in as few batches as the limit allows. */
        private CqlInvocation insert(Operation operation) {
            List<ProfileRow> chosen = new ArrayList<>();
            long version = versions.getAsLong();
            List<Visit> visits = visits();
            for (Visit visit : visits) {
                select(visit, version, chosen);
            }
            List<ProfileRow> rows = chosen.stream().map(row -> row.at(version)).toList();
            List<Statement<?>> statements = new ArrayList<>();
            for (int from = 0; from < rows.size(); from += MOST_IN_A_BATCH) {
                statements.add(batch(rows.subList(from, Math.min(rows.size(), from + MOST_IN_A_BATCH)), version));
            }
            List<Change> changes = rows.stream()
                    .map(row -> new Change(
                            row,
                            timed ? version : 0,
                            WriteEffect.INSERT,
                            insert.condition().isPresent()))
                    .toList();
            changes.forEach(data.acknowledged()::sent);
            List<Statement<?>> further = statements.subList(1, statements.size());
            CqlRequest request = new CqlRequest(operation, statements.get(0), further, answer -> {
                boolean applied = insert.condition().isEmpty() || answer.wasApplied();
                if (insert.condition().isPresent()) {
                    conditionalInserts.conditional(applied);
                }
                changes.forEach(change -> data.acknowledged().acknowledge(change, applied));
                if (applied) {
                    rows.forEach(UserRequests.this::remember);
                    visits.forEach(this::acknowledge);
                }
                return Outcome.COMPLETED;
            });
            List<Long> written = visits.stream().map(Visit::partition).toList();
            return lookback.<CqlInvocation>map(queries -> queries.followed(request, written))
                    .orElse(request);
        }

        /** Continues partitions begun earlier before new ones: their further visits belong to this user's next operations. */
        private List<Visit> visits() {
            long count = insert.partitions().draw(random, inserts++);
            List<Visit> visits = new ArrayList<>();
            List<Visit> later = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                Visit visit = begunOrNew();
                visits.add(visit);
                if (visit.part() + 1 < visit.parts()) {
                    later.add(new Visit(visit.partition(), visit.part() + 1, visit.parts(), visit.share()));
                }
            }
            if (insert.revisit().isEmpty()) {
                unfinished.addAll(later);
            } else {
                synchronized (begun) {
                    begun.addAll(later);
                }
            }
            return visits;
        }

        private Visit begunOrNew() {
            if (insert.revisit().isEmpty()) {
                return unfinished.isEmpty() ? first() : unfinished.remove();
            }
            ValueDistribution places = insert.revisit().get();
            synchronized (begun) {
                int place = (int) (places.most() - places.draw(random, inserts));
                if (place >= begun.size()) {
                    return first();
                }
                Visit visit = begun.set(place, begun.get(begun.size() - 1));
                begun.remove(begun.size() - 1);
                return visit;
            }
        }

        private Visit first() {
            int parts = (int) insert.visits().draw(random, inserts);
            long own = partition(insert.reach(), random);
            return new Visit(own, 0, parts, insert.select().draw(random, inserts));
        }

        private void acknowledge(Visit visit) {
            if (insert.reach().choice() == Choice.NEXT) {
                partitions.acknowledge(visit.partition());
            }
        }

        private long numberOf(Visit visit) {
            return insert.reach().choice() == Choice.NEXT ? number(visit.partition()) : visit.partition();
        }

        /** Selects rows of the visit's part, each with the probability of the visit's share, and at least one. */
        private void select(Visit visit, long version, List<ProfileRow> selected) {
            long partition = numberOf(visit);
            if (data.rows().grow()) {
                selected.add(data.rows().added(partition, random, version));
                return;
            }
            List<ProfileRow> part = new ArrayList<>();
            Iterator<ProfileRow> rows = data.rows().of(partition);
            for (int i = 0; rows.hasNext(); i++) {
                ProfileRow row = rows.next();
                if (i % visit.parts() == visit.part()) {
                    part.add(row);
                }
            }
            if (part.isEmpty()) {
                // A partition with more visits than rows: the last visits choose an existing row.
                part.add(data.rows().any(partition, random));
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
