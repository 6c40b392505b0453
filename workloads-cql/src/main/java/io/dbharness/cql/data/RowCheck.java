package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.cql.data.AcknowledgedRows.Account;
import io.dbharness.cql.data.AcknowledgedRows.Change;
import io.dbharness.cql.data.ProfileData.Loaded;
import io.dbharness.cql.profile.Column;
import io.dbharness.cql.profile.CqlProfile.Query;
import io.dbharness.cql.profile.ProfileRow;
import io.dbharness.cql.profile.WriteEffect.Kind;
import io.dbharness.workload.Check;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares rows of a profile's table with their expected values. Not thread-safe: one thread.
 *
 * @param driver  open
 * @param data    the table
 * @param level   of the reads
 * @param removes true if operations of the run may remove rows
 */
record RowCheck(CqlSession driver, Loaded data, ConsistencyLevel level, boolean removes) {

    private static final int IN_FLIGHT = 64;
    private static final String MISSING = "one that is missing";

    /** Compares loaded rows, which earlier runs may have changed. */
    Check sample(List<ProfileRow> rows, String when) {
        return of(rows, Function.identity(), this::wrongInSample, "of a sample", when);
    }

    /** Compares rows with the changes that were acknowledged. */
    Check acknowledged(List<Account> accounts, String when) {
        return of(accounts, Account::row, this::wrong, "written and acknowledged", when);
    }

    /** Returns the fault of something with a key, given its row on the server. */
    @FunctionalInterface
    private interface Judge<T> {
        Optional<String> wrong(T expected, @Nullable Row found);
    }

    private <T> Check of(List<T> all, Function<T, ProfileRow> key, Judge<T> judge, String what, String when) {
        List<String> wrong = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        read(all, key, (one, found) -> judge.wrong(one, found).ifPresent(wrong::add), unread);
        int read = all.size() - unread.size();
        String compared = wrong.isEmpty()
                ? (unread.isEmpty() ? "all" : read) + " equal"
                : wrong.size() + " wrong, for example " + wrong.get(0);
        String detail = all.size() + " rows " + what + ", read at " + level + ": " + compared
                + (data.profile().counts() ? ", as far as counters can be" : "")
                + (unread.isEmpty() ? "" : "; " + unread.size() + " could not be read, for example " + unread.get(0));
        return new Check("rows", when, wrong.isEmpty() && (all.isEmpty() || read > 0), detail);
    }

    /** Reads rows, a few at a time. */
    private <T> void read(
            List<T> all, Function<T, ProfileRow> key, BiConsumer<T, @Nullable Row> reader, List<String> unread) {
        for (int from = 0; from < all.size(); from += IN_FLIGHT) {
            List<T> some = all.subList(from, Math.min(all.size(), from + IN_FLIGHT));
            var answers = some.stream()
                    .map(one -> driver.executeAsync(data.statements().readBack(key.apply(one)))
                            .toCompletableFuture())
                    .toList();
            Iterator<T> expected = some.iterator();
            for (var answer : answers) {
                T one = expected.next();
                try {
                    reader.accept(one, answer.join().one());
                } catch (CompletionException e) {
                    unread.add(String.valueOf(e.getCause() instanceof DriverException cause ? cause.getMessage() : e));
                }
            }
        }
    }

    private Optional<String> wrongInSample(ProfileRow row, @Nullable Row found) {
        if (found == null) {
            return data.profile().expires() || data.profile().queries().stream().anyMatch(Query::removes)
                    ? Optional.empty()
                    : Optional.of(MISSING);
        }
        return unequal(row, found);
    }

    private Optional<String> wrong(Account account, @Nullable Row found) {
        Optional<Change> latest = account.latest();
        boolean removed =
                latest.filter(change -> change.effect().kind() == Kind.REMOVES).isPresent();
        if (found == null) {
            boolean written =
                    (latest.isPresent() && !removed) || !account.additions().isEmpty();
            boolean mayBeGone = account.pendingRemovals() > 0
                    || (removes && data.acknowledged().isShared())
                    || (latest.filter(Change::conditional).isPresent() && account.removed() > 0)
                    || data.profile().expires();
            return written && !mayBeGone ? Optional.of(MISSING) : Optional.empty();
        }
        return latest.filter(change -> change.version() > 0)
                .flatMap(change -> isEarlier(change, found)
                        ? Optional.of(
                                removed
                                        ? "one that was removed and is there"
                                        : "one whose last acknowledged write is not there")
                        : Optional.empty())
                .or(() -> lostElement(account, found))
                .or(() -> unequal(account.row(), found));
    }

    /** Returns true if the row on the server was written before a change of it was acknowledged. */
    private boolean isEarlier(Change change, com.datastax.oss.driver.api.core.cql.Row found) {
        boolean removal = change.effect().kind() == Kind.REMOVES;
        int only = change.effect().column();
        LongSummaryStatistics times = IntStream.range(
                        0, data.profile().columns().size())
                .filter(i -> only < 0 || i == only)
                .filter(i -> change.row().value(i) != null)
                .mapToObj(i -> time(i, found))
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .summaryStatistics();
        return times.getCount() > 0
                && (removal ? times.getMax() <= change.version() : times.getMin() < change.version());
    }

    private OptionalLong time(int column, com.datastax.oss.driver.api.core.cql.Row found) {
        OptionalInt place = data.statements().placeOfTime(column);
        return place.isEmpty() || found.isNull(place.getAsInt())
                ? OptionalLong.empty()
                : OptionalLong.of(found.getLong(place.getAsInt()));
    }

    /** Returns the fault of a set without an element whose addition was acknowledged. */
    private Optional<String> lostElement(Account account, com.datastax.oss.driver.api.core.cql.Row found) {
        long since = account.latest().map(Change::version).orElse(0L);
        return account.additions().stream()
                .filter(added -> added.version() > since && account.pendingRemovals() == 0)
                .filter(added -> {
                    int column = added.effect().column();
                    ByteBuffer elements = added.row().value(column);
                    return elements != null
                            && !data.profile().columns().get(column).holds(elements, found.getBytesUnsafe(column));
                })
                .findFirst()
                .map(added -> "one whose "
                        + data.profile().columns().get(added.effect().column()).name()
                        + " lacks elements that were added");
    }

    /** Compares the columns with the values that belong to the row's key and to the times of their writes. */
    private Optional<String> unequal(ProfileRow row, com.datastax.oss.driver.api.core.cql.Row found) {
        List<Column> columns = data.profile().columns();
        Set<Integer> grown = data.profile().grown();
        boolean removed = data.profile().queries().stream().anyMatch(Query::removes);
        for (int i = 0; i < columns.size(); i++) {
            OptionalLong time = time(i, found);
            boolean known = !columns.get(i).isPerWrite() || time.isPresent();
            ByteBuffer expected = (time.isPresent() ? row.at(time.getAsLong()) : row).value(i);
            ByteBuffer there = found.getBytesUnsafe(i);
            boolean same = columns.get(i).isSame(expected, there)
                    || (grown.contains(i) && expected != null && columns.get(i).holds(expected, there));
            if (i >= data.profile().keys().size() && known && !same && !(removed && there == null)) {
                return Optional.of("one whose " + columns.get(i).name() + " is not what was written");
            }
        }
        return Optional.empty();
    }

    /** Returns for each row the sum of its counters, or for other tables 1 if it exists and 0 if not. */
    Map<ProfileRow, Long> states(List<ProfileRow> rows) {
        Map<ProfileRow, Long> states = new LinkedHashMap<>();
        List<String> unread = new ArrayList<>();
        read(rows, Function.identity(), (row, found) -> states.put(row, state(found)), unread);
        return states;
    }

    private long state(@Nullable Row found) {
        if (found == null || !data.profile().counts()) {
            return found == null ? 0 : 1;
        }
        return counters()
                .filter(i -> !found.isNull(i))
                .mapToLong(found::getLong)
                .sum();
    }

    private IntStream counters() {
        List<Column> columns = data.profile().columns();
        return IntStream.range(0, columns.size()).filter(i -> columns.get(i).isCounter());
    }

    /**
     * Checks counters, or rows that are inserted and removed under conditions, against their earlier state and the acknowledged changes.
     *
     * @param before states of a sample before the run
     */
    Check sums(Map<ProfileRow, Long> before, String when) {
        boolean counts = data.profile().counts();
        String name = counts ? "counters" : "conditions";
        if (when.equals("before") || data.acknowledged().isShared()) {
            return new Check(
                    name,
                    when,
                    true,
                    before.size()
                            + (counts ? " counters" : " rows")
                            + (data.acknowledged().isShared()
                                    ? " of several processes, not compared"
                                    : " read, to compare with after the run"));
        }
        List<String> wrong = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        long[] changed = {0};
        read(
                List.copyOf(before.keySet()),
                Function.identity(),
                (row, found) -> {
                    Optional<Account> account = data.acknowledged().of(row);
                    changed[0] += account.isPresent() ? 1 : 0;
                    long earlier = Objects.requireNonNull(before.get(row), "read before");
                    (counts
                                    ? wrongCounter(row, account, earlier, state(found))
                                    : wrongNumber(account, earlier, state(found)))
                            .ifPresent(wrong::add);
                },
                unread);
        String detail = before.size() + (counts ? " rows with counters, " : " rows, ") + changed[0]
                + " of them changed by this run, read at " + level + ": "
                + (wrong.isEmpty()
                        ? counts
                                ? "none has less than was acknowledged"
                                : "each insert and removal that was applied is accounted for"
                        : wrong.size() + " wrong, for example " + wrong.get(0))
                + (unread.isEmpty() ? "" : "; " + unread.size() + " could not be read, for example " + unread.get(0));
        return new Check(name, when, wrong.isEmpty() && unread.size() < Math.max(1, before.size()), detail);
    }

    /** Each acknowledged addition counts; others without an answer, or of other clients, may count too. */
    private Optional<String> wrongCounter(ProfileRow row, Optional<Account> account, long before, long after) {
        long each = counters()
                .mapToLong(i -> {
                    ByteBuffer value = Objects.requireNonNull(row.value(i), "a counter has a value");
                    return value.getLong(value.position());
                })
                .sum();
        long added = each * account.map(Account::inserted).orElse(0L);
        boolean less = each >= 0 ? after < before + added : after > before + added;
        return less ? Optional.of(after + " after " + before + " and " + added + " added") : Optional.empty();
    }

    /** A row is there once or not at all, so applied inserts and removals alternate. */
    private static Optional<String> wrongNumber(Optional<Account> account, long before, long after) {
        long inserted = account.map(Account::inserted).orElse(0L);
        long removed = account.map(Account::removed).orElse(0L);
        long least = before
                + inserted
                - removed
                - account.map(Account::pendingRemovals).orElse(0L);
        long most = before
                + inserted
                - removed
                + account.map(Account::pendingInserts).orElse(0L);
        return after < least || after > most
                ? Optional.of("one that is there " + after + " times after " + before + ", " + inserted
                        + " inserts and " + removed + " removals that were applied")
                : Optional.empty();
    }
}
