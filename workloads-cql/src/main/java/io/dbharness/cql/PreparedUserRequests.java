package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import io.dbharness.cql.UserSource.Visit;
import io.dbharness.cql.data.ProfileDataSet.Loaded;
import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.Row;
import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.workload.Invocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/** Requests for a profile's table that is there. */
final class PreparedUserRequests implements UserSource.UserRequests {

    /** As many statements as the protocol lets a batch have. */
    private static final int MOST_IN_A_BATCH = 65_535;

    private final Loaded data;
    private final UserSettings settings;
    private final Map<Operation, Asked> asked = new HashMap<>();

    /** Binds what is asked for about a partition, or about a range of tokens wherever the partition is. */
    @FunctionalInterface
    private interface Asked {
        Statement<?> about(long partition, RandomGenerator random);
    }

    /** @param ranges of all tokens, for scans */
    PreparedUserRequests(Loaded data, UserSettings settings, List<TokenRange> ranges) {
        this.data = data;
        this.settings = settings;
        for (UserMix.Entry entry : settings.mix().entries()) {
            entry.query().ifPresent(query -> asked.put(entry.operation(), query(query)));
            entry.scan().ifPresent(scan -> asked.put(entry.operation(), scan(scan, ranges)));
        }
    }

    private Asked query(Profile.Query query) {
        Function<IntFunction<Row>, BoundStatement> bound = data.statements().query(query);
        return (partition, random) -> {
            Row row = data.rows().any(partition, random);
            return bound.apply(mark -> query.sameRow() ? row : data.rows().any(partition, random));
        };
    }

    private Asked scan(Profile.TokenScan scan, List<TokenRange> ranges) {
        Function<TokenRange, BoundStatement> bound = data.statements().scan(scan);
        return (partition, random) -> bound.apply(ranges.get(random.nextInt(ranges.size())));
    }

    @Override
    public Invocation<CqlConversation> insert(Operation operation, List<Visit> visits, RandomGenerator random) {
        List<Row> rows = new ArrayList<>();
        for (Visit visit : visits) {
            select(visit, random, rows);
        }
        List<Statement<?>> statements = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += MOST_IN_A_BATCH) {
            statements.add(batch(rows.subList(from, Math.min(rows.size(), from + MOST_IN_A_BATCH))));
        }
        Row witness = rows.get(random.nextInt(rows.size()));
        return new CqlRequests(operation, statements, answer -> {
            data.acknowledged().acknowledge(witness);
            return Outcome.COMPLETED;
        });
    }

    /** The visit's part of the rows, each with the chance that its share is; one of them at least. */
    private void select(Visit visit, RandomGenerator random, List<Row> selected) {
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

    private Statement<?> batch(List<Row> rows) {
        if (rows.size() == 1) {
            return data.statements().insert(rows.get(0));
        }
        BatchType type = settings.profile().insert().logged() ? BatchType.LOGGED : BatchType.UNLOGGED;
        BatchStatementBuilder batch = BatchStatement.builder(type)
                .setConsistencyLevel(data.statements().insertLevel());
        rows.forEach(row -> batch.addStatement(data.statements().insert(row)));
        return batch.build();
    }

    @Override
    public Invocation<CqlConversation> ask(UserMix.Entry entry, long partition, RandomGenerator random) {
        Asked asks = Objects.requireNonNull(asked.get(entry.operation()), "prepared");
        return new CqlRequest(entry.operation(), asks.about(partition, random), answer -> Outcome.COMPLETED);
    }
}
