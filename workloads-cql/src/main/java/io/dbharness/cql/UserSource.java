package io.dbharness.cql;

import io.dbharness.cql.profile.Profile.Insert;
import io.dbharness.cql.profile.Spread;
import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.Operation;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** One user of a profile: draws what to do and to which partitions. One thread at a time. */
final class UserSource implements OperationSource<CqlConversation> {

    private final Shared shared;
    private final RandomGenerator random;
    private final Deque<Visit> unfinished = new ArrayDeque<>();
    private long inserts;

    /**
     * What the users of a run share.
     *
     * @param mix        of operations
     * @param insert     how rows are written
     * @param population which partitions are used how often
     * @param next       place in a population that is a sequence
     * @param requests   made of what was drawn
     */
    record Shared(UserMix mix, Insert insert, Spread population, AtomicLong next, UserRequests requests) {}

    /**
     * Some rows of a partition.
     *
     * @param partition its number
     * @param part      which part of its rows, from 0
     * @param parts     in how many they are written
     * @param share     of the rows of this part that are written
     */
    record Visit(long partition, int part, int parts, double share) {}

    /** Makes invocations of what was drawn. Thread-safe. */
    interface UserRequests {

        /** Writes rows in one batch. */
        Invocation<CqlConversation> insert(Operation operation, List<Visit> visits, RandomGenerator random);

        /** Asks for what is in a partition, or for a range of tokens wherever it is. */
        Invocation<CqlConversation> ask(UserMix.Entry entry, long partition, RandomGenerator random);
    }

    UserSource(Shared shared, RandomGenerator random) {
        this.shared = shared;
        this.random = random;
    }

    @Override
    public Invocation<CqlConversation> next() {
        UserMix.Entry entry = shared.mix().draw(random);
        return entry.inserts()
                ? shared.requests().insert(entry.operation(), visits(), random)
                : shared.requests().ask(entry, partition(), random);
    }

    /** Partitions begun earlier come first: their further visits are of this user's next operations. */
    private List<Visit> visits() {
        Insert insert = shared.insert();
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
        int parts = (int) shared.insert().visits().draw(random, inserts);
        return new Visit(partition(), 0, parts, shared.insert().select().draw(random, inserts));
    }

    private long partition() {
        return shared.population().draw(random, shared.next().getAndIncrement());
    }
}
