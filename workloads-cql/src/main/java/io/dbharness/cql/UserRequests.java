package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import io.dbharness.cql.data.ProfileDataSet.Loaded;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.Profile.Insert;
import io.dbharness.cql.profile.Row;
import io.dbharness.load.Slice;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/** What the users of one run send to a profile's table that is loaded, with statements prepared. Thread-safe. */
final class UserRequests {

    /** As many statements as the protocol lets a batch have. */
    private static final int MOST_IN_A_BATCH = 65_535;

    private final Loaded data;
    private final UserSettings settings;
    private final Insert insert;
    private final Map<Operation, BoundQuery> queries = new HashMap<>();
    /** Place in a population that is a sequence. */
    private final AtomicLong next = new AtomicLong();

    /** Binds a query about a partition, or a scan of a token range, which needs no partition. */
    @FunctionalInterface
    private interface BoundQuery {
        Statement<?> of(long partition, RandomGenerator random);
    }

    /**
     * Some rows of a partition.
     *
     * @param partition its number
     * @param part      which part of its rows, from 0
     * @param parts     in how many they are written
     * @param share     of the rows of this part that are written
     */
    private record Visit(long partition, int part, int parts, double share) {}

    private final Slice slice;

    /**
     * @param ranges of all tokens, for scans
     * @param slice  which places of a sequence are this process's: every n-th
     */
    UserRequests(Loaded data, UserSettings settings, List<TokenRange> ranges, Slice slice) {
        this.slice = slice;
        this.data = data;
        this.settings = settings;
        this.insert = settings.profile().insert();
        for (UserMix.Entry entry : settings.mix().entries()) {
            entry.query().ifPresent(query -> queries.put(entry.operation(), query(query)));
            entry.scan().ifPresent(scan -> {
                Function<TokenRange, BoundStatement> bound = data.statements().scan(scan);
                queries.put(
                        entry.operation(),
                        (partition, random) -> bound.apply(ranges.get(random.nextInt(ranges.size()))));
            });
        }
    }

    private BoundQuery query(Profile.Query query) {
        Function<IntFunction<Row>, BoundStatement> bound = data.statements().query(query);
        return (partition, random) -> {
            Row row = data.rows().any(partition, random);
            return bound.apply(mark -> query.sameRow() ? row : data.rows().any(partition, random));
        };
    }

    private Statement<?> batch(List<Row> rows) {
        if (rows.size() == 1) {
            return data.statements().insert(rows.get(0));
        }
        BatchStatementBuilder batch = BatchStatement.builder(insert.logged() ? BatchType.LOGGED : BatchType.UNLOGGED)
                .setConsistencyLevel(data.statements().insertLevel());
        rows.forEach(row -> batch.addStatement(data.statements().insert(row)));
        return batch.build();
    }

    /** One user: draws what to do and to which partitions. One thread at a time. */
    final class User implements OperationSource<DriverSession> {

        private final RandomGenerator random;
        private final Deque<Visit> unfinished = new ArrayDeque<>();
        private long inserts;

        User(RandomGenerator random) {
            this.random = random;
        }

        @Override
        public Invocation<DriverSession> next() {
            UserMix.Entry entry = settings.mix().draw(random);
            if (entry.inserts()) {
                return insert(entry.operation());
            }
            BoundQuery query = Objects.requireNonNull(queries.get(entry.operation()), "prepared");
            return new CqlRequest(entry.operation(), query.of(partition(), random), answer -> Outcome.COMPLETED);
        }

        private long partition() {
            return settings.population().draw(random, slice.index() + slice.of() * next.getAndIncrement());
        }

        /** Writes rows in one batch, or as few as there can be. */
        private CqlRequest insert(Operation operation) {
            List<Row> rows = new ArrayList<>();
            for (Visit visit : visits()) {
                select(visit, rows);
            }
            List<Statement<?>> statements = new ArrayList<>();
            for (int from = 0; from < rows.size(); from += MOST_IN_A_BATCH) {
                statements.add(batch(rows.subList(from, Math.min(rows.size(), from + MOST_IN_A_BATCH))));
            }
            Row witness = rows.get(random.nextInt(rows.size()));
            return new CqlRequest(operation, statements.get(0), statements.subList(1, statements.size()), answer -> {
                data.acknowledged().acknowledge(witness);
                return Outcome.COMPLETED;
            });
        }

        /** Partitions begun earlier come first: their further visits are of this user's next operations. */
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

        /** The visit's part of the rows, each with the chance that its share is; one of them at least. */
        private void select(Visit visit, List<Row> selected) {
            List<Row> part = new ArrayList<>();
            Iterator<Row> rows = data.rows().of(visit.partition());
            for (int i = 0; rows.hasNext(); i++) {
                Row row = rows.next();
                if (i % visit.parts() == visit.part()) {
                    part.add(row);
                }
            }
            if (part.isEmpty()) {
                // More visits than rows: the last ones come to what is there.
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
