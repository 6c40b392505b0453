package io.dbharness.cli.classic;

import io.dbharness.distribution.ValueDistribution;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Translates the words about tables: {@code -col} and {@code -schema}.
 *
 * @param draft   to fill
 * @param command of ours
 */
record SchemaOptions(TranslationBuilder draft, String command) {

    private static final String COL = "-col";
    private static final String SCHEMA = "-schema";
    private static final String SMALL = "34B";
    private static final Map<String, String> STRATEGIES = Map.of(
            "SizeTiered", "size-tiered",
            "Leveled", "leveled",
            "TimeWindow", "time-window",
            "Unified", "unified");
    static final String OWN = "create the keyspace and the table yourself; what is there is left as it is";

    void read() {
        if (command.equals("cql user")) {
            draft.line().takeAll(COL).forEach(word -> draft.remark(word, "a profile has its own columns"));
            draft.line()
                    .takeAll(SCHEMA)
                    .forEach(word ->
                            draft.refuse(word, "a profile has its own schema; cassandra-stress refuses it, too"));
            return;
        }
        columns();
        draft.line().take(SCHEMA, "compaction(").ifPresent(this::compaction);
        draft.line().take(SCHEMA, "compression=").ifPresent(this::compression);
    }

    private void columns() {
        ClassicLine line = draft.line();
        draft.harmless(COL, "slice", "reads name their columns");
        draft.harmless(COL, "super=", "there are no super columns any more");
        draft.harmless(COL, "comparator=", "names of columns are texts");
        line.take(COL, "timestamp=").ifPresent(this::timestamp);
        Optional<String> size = line.take(COL, "size=").flatMap(this::size);
        Optional<Long> count = line.take(COL, "n=")
                .flatMap(word -> draft.fixed(
                        word,
                        "cassandra-stress has rows of a varying number of columns only without CQL; use FIXED(N)"));
        Optional<ClassicWord> names = line.take(COL, "names=");
        names.filter(word -> count.isPresent())
                .ifPresent(word -> draft.refuse(word, "and n= both say which columns; give one of them"));
        boolean counters = command.startsWith("cql counter");
        boolean small = size.orElse(SMALL).equals(SMALL);
        if (!counters && !small) {
            draft.set("payload", size.get());
        }
        String columns = names.map(ClassicWord::value).orElseGet(() -> Long.toString(count.orElse(5L)));
        if (!columns.equals(small || counters ? "5" : "1")) {
            draft.set("columns", columns);
        }
        boolean standard = small && columns.equals("5") && !draft.options().containsKey("key-size");
        if (!counters && !standard) {
            draft.set("table", "standard1");
        }
    }

    /** One size, or a distribution of sizes. */
    private Optional<String> size(ClassicWord word) {
        String sizes = word.value().toLowerCase(Locale.ROOT);
        boolean sound = ValueDistribution.parse(sizes)
                .filter(bytes -> bytes.least() >= 0)
                .isPresent();
        if (!sound) {
            draft.refuse(word, "must be a distribution of sizes in bytes, such as FIXED(64) or UNIFORM(10..200)");
            return Optional.empty();
        }
        if (command.startsWith("cql counter")) {
            draft.remark(word, "counters have no size");
        } else if (sizes.contains("exp(") || sizes.contains("qext")) {
            draft.remark(
                    word,
                    "has the same distribution, but not the same size for each row as in cassandra-stress: read these rows here");
        }
        return Optional.of(ClassicNumber.fixed(sizes).map(bytes -> bytes + "B").orElse(sizes));
    }

    private void timestamp(ClassicWord word) {
        if (!word.value().matches("[0-9]{1,18}")) {
            draft.refuse(word, "must be a whole number of microseconds");
        } else if (command.equals("cql write") || command.equals("cql mixed")) {
            draft.set("timestamp", word.value());
        } else {
            draft.remark(word, "is about writes of values");
        }
    }

    /** The strategy, by our short name if it has one, and its options. */
    private void compaction(ClassicWord word) {
        String strategy = "";
        StringBuilder options = new StringBuilder();
        for (String part : word.value().split(",", -1)) {
            String[] pair = part.strip().split("=", 2);
            if (pair.length != 2) {
                draft.refuse(word, "'" + part + "' has no value");
            } else if (pair[0].equalsIgnoreCase("strategy")) {
                strategy = STRATEGIES.getOrDefault(
                        pair[1].replaceFirst(".*\\.", "").replaceFirst("CompactionStrategy$", ""), pair[1]);
            } else {
                options.append(',').append(pair[0]).append('=').append(pair[1]);
            }
        }
        if (strategy.isEmpty()) {
            draft.refuse(word, "has no strategy=");
        }
        draft.set("compaction", strategy + options);
    }

    private void compression(ClassicWord word) {
        String ours = word.value()
                .replaceFirst(".*\\.", "")
                .replaceFirst("Compressor$", "")
                .toLowerCase(Locale.ROOT);
        boolean known = List.of("lz4", "snappy", "deflate", "zstd", "none").contains(ours);
        draft.set("compression", known ? ours : word.value());
    }
}
