package io.dbharness.insertdelete;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.random.Seed;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * What one user does next: a coin decides between a new row and the deletion of one that exists. With none left to delete it inserts.
 * Which row goes depends on what all users have done, so it is not repeatable; the coin and the new rows are. One thread.
 */
final class RowSource implements OperationSource<JdbcSession> {

    private final Shop shop;
    private final AtomicLong lastId;
    private final Seed seed;
    private final RandomGenerator random;

    /** @param lastId the largest id given out, shared by all users */
    RowSource(Shop shop, AtomicLong lastId, Seed seed, int user) {
        this.shop = shop;
        this.lastId = lastId;
        this.seed = seed;
        this.random = seed.stream("insert-delete", user);
    }

    @Override
    public Invocation<JdbcSession> next() {
        OptionalLong victim = random.nextBoolean() ? shop.ids().take(random) : OptionalLong.empty();
        return victim.isPresent()
                ? shop.delete(victim.getAsLong())
                : shop.insert(Row.of(seed, lastId.incrementAndGet()));
    }
}
