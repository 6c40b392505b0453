package io.dbharness.cql.data;

import io.dbharness.cql.profile.ProfileRow;
import io.dbharness.cql.profile.WriteEffect;
import io.dbharness.cql.profile.WriteEffect.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Records for each row which changes to it were acknowledged: the latest one, and how often it was inserted, removed or added to. In a
 * larger data set it tracks only every n-th row. Thread-safe.
 */
public final class AcknowledgedRows {

    /** Rows that are tracked and read back, at about 2 KB each with their additions. */
    static final int MOST = 10_000;

    private static final int MOST_ADDITIONS = 100;

    private final long stride;
    private volatile boolean shared;
    private final Map<Long, Account> accounts = new ConcurrentHashMap<>();

    /** @param rows that may be written, estimated */
    AcknowledgedRows(double rows) {
        this.stride = Math.max(1, (long) Math.ceil(rows / MOST));
    }

    /**
     * A change of one row.
     *
     * @param row         with the time of the write
     * @param version     time of the write in microseconds since 1970; 0 if the server sets it
     * @param effect      of the statement
     * @param conditional true if the server may not apply it
     */
    public record Change(ProfileRow row, long version, WriteEffect effect, boolean conditional) {

        private boolean inserts() {
            return effect.kind() == Kind.INSERTS;
        }

        private boolean removes() {
            return effect.kind() == Kind.REMOVES;
        }
    }

    /** The acknowledged changes of one row. */
    static final class Account {

        private final ProfileRow any;
        private @Nullable Change latest;
        private long inserted;
        private long removed;
        private long pendingInserts;
        private long pendingRemovals;
        private final List<Change> additions = new ArrayList<>();

        private Account(ProfileRow any) {
            this.any = any;
        }

        private synchronized void sent(Change change, int count) {
            if (change.removes()) {
                pendingRemovals += count;
            } else if (change.inserts()) {
                pendingInserts += count;
            }
        }

        private synchronized void apply(Change change) {
            if (change.effect().kind() == Kind.ADDS) {
                if (additions.size() < MOST_ADDITIONS) {
                    additions.add(change);
                }
                return;
            }
            inserted += change.inserts() ? 1 : 0;
            removed += change.removes() ? 1 : 0;
            if (latest == null || change.version() >= latest.version()) {
                latest = change;
            }
        }

        /** Returns a row with this key. */
        ProfileRow row() {
            return any;
        }

        /** Returns the change with the highest version; empty if there is none but additions. */
        synchronized Optional<Change> latest() {
            return Optional.ofNullable(latest);
        }

        /** Returns acknowledged inserts, or additions to counters. */
        synchronized long inserted() {
            return inserted;
        }

        synchronized long removed() {
            return removed;
        }

        /** Returns the number of conditional inserts without an answer. */
        synchronized long pendingInserts() {
            return pendingInserts;
        }

        /** Returns the number of removals without an answer. */
        synchronized long pendingRemovals() {
            return pendingRemovals;
        }

        /** Returns the first acknowledged additions to a set. */
        synchronized List<Change> additions() {
            return List.copyOf(additions);
        }
    }

    /** Returns true if the changes of a row are recorded. */
    public boolean tracks(ProfileRow row) {
        return Math.floorMod(row.id(), stride) == 0;
    }

    private Optional<Account> account(ProfileRow row) {
        if (!tracks(row)) {
            return Optional.empty();
        }
        return accounts.size() < 2 * MOST
                ? Optional.of(accounts.computeIfAbsent(row.id(), id -> new Account(row)))
                : Optional.ofNullable(accounts.get(row.id()));
    }

    /** Says that other processes change the rows, too. */
    public void share() {
        shared = true;
    }

    boolean isShared() {
        return shared;
    }

    /** Records that a change was sent whose outcome is not known until {@link #acknowledge}. */
    public void sent(Change change) {
        if (change.removes() || change.conditional()) {
            account(change.row()).ifPresent(account -> account.sent(change, 1));
        }
    }

    /** Records an answer. */
    public void acknowledge(Change change, boolean applied) {
        account(change.row()).ifPresent(account -> {
            account.sent(change, -1);
            if (applied) {
                account.apply(change);
            }
        });
    }

    /** Returns the accounts of all rows whose changes were sent or acknowledged. */
    List<Account> all() {
        return List.copyOf(accounts.values());
    }

    /** Returns the account of a row; empty if nothing was sent. */
    Optional<Account> of(ProfileRow row) {
        return Optional.ofNullable(accounts.get(row.id()));
    }
}
