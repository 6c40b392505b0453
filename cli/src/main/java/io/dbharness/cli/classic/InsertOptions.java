package io.dbharness.cli.classic;

import io.dbharness.distribution.ValueDistribution;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Translates {@code -insert}. The built-in commands write one partition of one row in each request, so they use {@code
 * row-population-ratio}, {@code visits} and {@code revisit} only.
 *
 * @param draft   to fill
 * @param command of ours
 */
record InsertOptions(TranslationBuilder draft, String command) {

    private static final String INSERT = "-insert";
    /** The default of cassandra-stress. */
    private static final String REVISIT = "uniform(1..1m)";

    /** Words about partitions and batches, and the fields of a profile's insert that they replace. */
    private static final Map<String, String> OF_PROFILES =
            new TreeMap<>(Map.of("partitions=", "partitions", "batchtype=", "batchtype", "select-ratio=", "select"));

    void read() {
        Map<String, String> fields = new TreeMap<>();
        boolean user = command.equals("cql user");
        OF_PROFILES.forEach((name, field) -> draft.line().take(INSERT, name).ifPresent(word -> {
            if (user) {
                fields.put(field, name.equals("batchtype=") ? word.value().toUpperCase(Locale.ROOT) : lower(word));
            } else {
                draft.remark(word, "is about profiles only");
            }
        }));
        Optional<ClassicWord> visits = draft.line().take(INSERT, "visits=");
        Optional<ClassicWord> revisit = draft.line().take(INSERT, "revisit=");
        boolean again = visits.filter(word -> ValueDistribution.parse(lower(word))
                        .filter(times -> times.mean(new SplittableRandom(0)) > 1)
                        .isPresent())
                .isPresent();
        visits.filter(word -> ValueDistribution.parse(lower(word)).isEmpty())
                .ifPresent(word -> draft.refuse(word, "must be a distribution such as FIXED(3)"));
        revisit.filter(word -> !again).ifPresent(word -> draft.remark(word, "has an effect only with visits= above 1"));
        draft.line().take(INSERT, "row-population-ratio=").ifPresent(word -> population(word, user, fields));
        String places = revisit.map(InsertOptions::lower).orElse(REVISIT);
        if (user) {
            visits.ifPresent(word -> fields.put("visits", lower(word)));
            if (again) {
                fields.put("revisit", places);
            }
            if (!fields.isEmpty()) {
                draft.set(
                        "insert",
                        fields.entrySet().stream()
                                .map(field -> field.getKey() + "=" + field.getValue())
                                .collect(Collectors.joining(",")));
            }
        } else if (again && command.endsWith("read")) {
            visits.ifPresent(word -> draft.remark(word, "is about writes, and this run only reads"));
        } else if (again) {
            draft.set("revisit", places);
        }
    }

    private void population(ClassicWord word, boolean user, Map<String, String> fields) {
        if (user) {
            fields.put("row-population", lower(word));
        } else if (command.startsWith("cql counter")) {
            draft.remark(word, "counters are all added to");
        } else if (!word.value().replace(" ", "").matches("(?i)fixed\\((\\d+)\\)/\\1")) {
            draft.set("row-population", lower(word));
        }
    }

    private static String lower(ClassicWord word) {
        return word.value().toLowerCase(Locale.ROOT);
    }
}
