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
    static final String OWN = "create the keyspace and the table yourself; what is there is left as it is";

    void read() {
        if (command.equals("cql user")) {
            draft.line().takeAll(COL).forEach(word -> draft.remark(word, "a profile has its own columns"));
            draft.line()
                    .takeAll(SCHEMA)
                    .forEach(word -> draft.refuse(word, "a profile has its own schema; leave it out"));
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
        draft.refused(COL, "timestamp=", "each write has its own time, which shows whether it was lost");
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

    private void compaction(ClassicWord word) {
        for (String part : word.value().split(",", -1)) {
            String name = part.replaceFirst("=.*", "").strip();
            String strategy =
                    part.replaceFirst("[^=]*=", "").replaceFirst(".*\\.", "").replaceFirst("CompactionStrategy$", "");
            String ours = Map.of(
                            "SizeTiered",
                            "size-tiered",
                            "Leveled",
                            "leveled",
                            "TimeWindow",
                            "time-window",
                            "Unified",
                            "unified")
                    .getOrDefault(strategy.strip(), "");
            if (!name.equalsIgnoreCase("strategy")) {
                draft.refuse(word, "'" + part + "' is left to the server here; " + OWN);
            } else if (ours.isEmpty()) {
                draft.refuse(word, strategy + " is not known here; " + OWN);
            } else {
                draft.set("compaction", ours);
            }
        }
    }

    private void compression(ClassicWord word) {
        String ours = word.value()
                .replaceFirst(".*\\.", "")
                .replaceFirst("Compressor$", "")
                .toLowerCase(Locale.ROOT);
        if (List.of("lz4", "snappy", "deflate", "zstd", "none").contains(ours)) {
            draft.set("compression", ours);
        } else {
            draft.refuse(word, "must be LZ4Compressor, SnappyCompressor, DeflateCompressor or ZstdCompressor");
        }
    }
}
