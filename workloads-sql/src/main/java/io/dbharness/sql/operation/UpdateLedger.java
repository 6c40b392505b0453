package io.dbharness.sql.operation;

import io.dbharness.sql.profile.Effect;
import io.dbharness.sql.profile.PlainUpdate;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.SqlProfile.Operation;
import io.dbharness.sql.profile.SqlProfile.Parameter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records the updates of a run that may be the last of a value: acknowledged ones that no later one has replaced, and those without an
 * answer. An update is later than another if it was sent after the other had been acknowledged; of two that overlap either may be the
 * last. Tracks at most about 4,000 values of 64 MB in all, in a larger data set those of every n-th row. Thread-safe.
 */
public final class UpdateLedger {

    private static final int MOST_VALUES = 4_000;
    private static final long MOST_BYTES = 64L << 20;

    private final Collection<ProfileTable> tables;
    /** Tracked columns, as {@code table.column}. */
    private final Set<String> columns;

    private final long most;
    private final long stride;
    private final AtomicLong clock = new AtomicLong();
    private final Map<Value, List<Update>> last = new ConcurrentHashMap<>();
    private volatile boolean shared;

    /**
     * Creates a ledger for the operations of a run. A column is tracked if every statement that changes it is a {@link PlainUpdate}, and
     * none deletes rows of its table.
     *
     * @param lineage lineage of the target's dialect
     * @param tables  tables of the profile
     */
    public UpdateLedger(Collection<Operation> operations, List<String> lineage, Collection<ProfileTable> tables) {
        this.tables = List.copyOf(tables);
        Set<String> known = new HashSet<>();
        Set<String> unknown = new HashSet<>();
        operations.stream()
                .flatMap(operation -> operation.statements().stream())
                .map(statement -> statement.sql().in(lineage))
                .forEach(sql -> {
                    Optional<PlainUpdate> plain = PlainUpdate.of(sql, tables);
                    plain.stream().flatMap(UpdateLedger::names).forEach(known::add);
                    unknown(Effect.of(sql, tables), plain).forEach(unknown::add);
                });
        known.removeAll(unknown);
        this.columns = Set.copyOf(known);
        long bytes = operations.stream().mapToLong(UpdateLedger::bytes).max().orElse(0);
        this.most = Math.max(1, Math.min(MOST_VALUES, MOST_BYTES / Math.max(1, bytes)));
        long values = tables.stream()
                .mapToLong(table ->
                        table.rows() * names(table).filter(columns::contains).count())
                .sum();
        this.stride = Math.max(1, (values + most - 1) / most);
    }

    /** Returns the columns that a statement changes in a way that is not known. */
    private Stream<String> unknown(Effect effect, Optional<PlainUpdate> plain) {
        return switch (effect.kind()) {
            case READ, INSERT -> Stream.empty();
            case UPDATE -> {
                ProfileTable table = effect.table().orElseThrow();
                boolean found = plain.isPresent() && table.key().stream().noneMatch(effect.columns()::contains);
                yield found
                        ? effect.columns().stream()
                                .filter(column -> !plain.get().values().containsKey(column))
                                .map(column -> name(table, column))
                        : names(table);
            }
            case DELETE -> names(effect.table().orElseThrow());
            case ANY -> tables.stream().flatMap(UpdateLedger::names);
        };
    }

    private static Stream<String> names(PlainUpdate update) {
        return update.values().keySet().stream().map(column -> name(update.table(), column));
    }

    private static long bytes(Operation operation) {
        return operation.parameters().stream()
                .map(Parameter::value)
                .flatMap(Optional::stream)
                .mapToLong(value -> value.bytes())
                .sum();
    }

    private static String name(ProfileTable table, String column) {
        return table.name() + "." + column;
    }

    private static Stream<String> names(ProfileTable table) {
        return table.columnNames().stream().map(column -> name(table, column));
    }

    /**
     * The tracked part of a statement.
     *
     * @param update statement
     * @param inputs names of the operation's values, in order
     */
    record Tracked(PlainUpdate update, List<String> columns, List<String> inputs) {

        private @Nullable Object value(String parameter, @Nullable Object[] values) {
            return values[inputs.indexOf(parameter)];
        }
    }

    /**
     * A value of a row.
     *
     * @param key values of the key, as texts in lower case: what a database may regard as equal must be equal here
     */
    public record Value(String table, String column, List<String> key) {}

    /**
     * An update that was sent. Two are equal only if they are the same.
     *
     * @param key        values of the key by column
     * @param values     tracked values by column
     * @param sql        statement for JDBC
     * @param parameters values of the statement's question marks
     */
    public record Update(
            String table,
            Map<String, @Nullable Object> key,
            Map<String, @Nullable Object> values,
            String sql,
            List<@Nullable Object> parameters,
            long sent,
            AtomicLong acknowledged) {

        private static final long UNANSWERED = Long.MAX_VALUE;

        /** Returns true if the server has acknowledged the update. */
        public boolean isAcknowledged() {
            return acknowledged.get() != UNANSWERED;
        }

        private boolean isReplacedBy(Update other) {
            return other.isAcknowledged() && acknowledged.get() < other.sent;
        }

        private Stream<Value> places() {
            List<String> row = key.values().stream().map(Update::text).toList();
            return values.keySet().stream().map(column -> new Value(table, column, row));
        }

        private static String text(@Nullable Object value) {
            return value instanceof BigDecimal number
                    ? number.stripTrailingZeros().toPlainString()
                    : value instanceof byte[] bytes
                            ? Arrays.toString(bytes)
                            : String.valueOf(value).strip().toLowerCase(Locale.ROOT);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** Returns the tracked part of a statement; empty if nothing of it is tracked. */
    Optional<Tracked> tracked(String sql, List<String> inputs) {
        return PlainUpdate.of(sql, tables)
                .map(update -> new Tracked(
                        update,
                        update.values().keySet().stream()
                                .filter(column -> columns.contains(name(update.table(), column)))
                                .sorted()
                                .toList(),
                        List.copyOf(inputs)))
                .filter(tracked -> !tracked.columns().isEmpty());
    }

    /** Records that an update is about to be sent; empty if its row is not tracked. */
    Optional<Update> sent(Tracked tracked, String sql, List<@Nullable Object> parameters, @Nullable Object[] inputs) {
        PlainUpdate plain = tracked.update();
        Map<String, @Nullable Object> key = new LinkedHashMap<>();
        for (int i = 0; i < plain.key().size(); i++) {
            key.put(plain.table().key().get(i), tracked.value(plain.key().get(i), inputs));
        }
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        tracked.columns()
                .forEach(column ->
                        values.put(column, tracked.value(plain.values().getOrDefault(column, ""), inputs)));
        Update update = new Update(
                plain.table().name(),
                key,
                values,
                sql,
                parameters,
                clock.incrementAndGet(),
                new AtomicLong(Update.UNANSWERED));
        List<Value> places = update.places().filter(this::isTracked).toList();
        places.forEach(place -> last.merge(place, List.of(update), UpdateLedger::joined));
        return places.isEmpty() ? Optional.empty() : Optional.of(update);
    }

    /** A value that is not tracked once is never tracked, because the number of tracked values does not fall during a run. */
    private boolean isTracked(Value place) {
        return Math.floorMod(place.key().hashCode(), stride) == 0
                && (last.size() < 2 * most || last.containsKey(place));
    }

    private static List<Update> joined(List<Update> earlier, List<Update> later) {
        return Stream.concat(earlier.stream(), later.stream()).toList();
    }

    /** Records that the server has acknowledged an update. */
    void acknowledged(Update update) {
        update.acknowledged().set(clock.incrementAndGet());
        update.places()
                .forEach(place -> last.computeIfPresent(
                        place,
                        (same, updates) -> updates.stream()
                                .filter(one -> updates.stream().noneMatch(one::isReplacedBy))
                                .toList()));
    }

    /** Records that the server has refused an update, or rolled it back. */
    @SuppressWarnings("ReferenceEquality")
    void refused(Update update) {
        update.places()
                .forEach(place -> last.computeIfPresent(
                        place,
                        (same, updates) ->
                                updates.stream().filter(one -> one != update).toList()));
    }

    /** Returns true if there is nothing to track. */
    public boolean isEmpty() {
        return columns.isEmpty();
    }

    /** Returns the updates that may be the last of each value, at least one of them acknowledged. */
    public Map<Value, List<Update>> last() {
        Map<Value, List<Update>> known = new LinkedHashMap<>();
        last.forEach((value, updates) -> {
            if (updates.stream().anyMatch(Update::isAcknowledged)) {
                known.put(value, updates);
            }
        });
        return known;
    }

    /** Records that other processes change the rows too. */
    public void share() {
        shared = true;
    }

    /** Returns true if other processes change the rows, so that the last update of a value is not known. */
    public boolean isShared() {
        return shared;
    }

    /** Forgets all updates; must be called while none runs. */
    public void reset() {
        last.clear();
    }
}
