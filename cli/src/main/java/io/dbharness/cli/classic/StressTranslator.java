package io.dbharness.cli.classic;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Translates the command and the words after it.
 *
 * @param draft to fill
 */
record StressTranslator(TranslationBuilder draft) {

    private static final String NONE = "";
    private static final String TENTH_OF_A_MINUTE = "10s";
    /** A run of so many requests ends by itself. */
    private static final String LONG_ENOUGH = "24h";

    private static final String MIXED = "cql mixed";

    private static final Map<String, String> COMMANDS = Map.ofEntries(
            Map.entry("write", "cql write"),
            Map.entry("insert", "cql write"),
            Map.entry("read", "cql read"),
            Map.entry("mixed", MIXED),
            Map.entry("counter_write", "cql counter-write"),
            Map.entry("counterwrite", "cql counter-write"),
            Map.entry("counter_add", "cql counter-write"),
            Map.entry("counteradd", "cql counter-write"),
            Map.entry("counter_read", "cql counter-read"),
            Map.entry("counterread", "cql counter-read"),
            Map.entry("counter_get", "cql counter-read"),
            Map.entry("counterget", "cql counter-read"),
            Map.entry("user", "cql user"));

    /** The command of ours; sets its options. */
    String read() {
        ClassicLine line = draft.line();
        String command = COMMANDS.getOrDefault(line.command(), NONE);
        if (command.isEmpty()) {
            draft.refuse(unknown(line.command()));
            line.left().clear();
            return NONE;
        }
        boolean user = command.equals("cql user");
        if (command.equals(MIXED)) {
            command = ratio();
        }
        Optional<Long> requests = length();
        boolean schemaOnly = requests.filter(number -> number == 0).isPresent();
        if (schemaOnly) {
            Stream.of("no-warmup", "no_warmup").forEach(name -> line.take(NONE, name));
            line.takeAll("-rate").forEach(word -> draft.remark(word, "n=0 sends nothing"));
        } else {
            warmUp();
        }
        draft.set(
                "consistency",
                line.take(NONE, "cl=")
                        .map(ClassicWord::value)
                        .orElse("local_one")
                        .toLowerCase(Locale.ROOT));
        line.take(NONE, "truncate=").ifPresent(this::truncate);
        if (schemaOnly) {
            draft.set("load", TranslationBuilder.SCHEMA_ONLY);
            draft.remark("n=0 creates the keyspace and the table and sends nothing, in cassandra-stress too");
        }
        keysAndSums(command);
        boolean inserts = user && profile();
        NodeOptions target = new NodeOptions(draft, user);
        target.read();
        new SchemaOptions(draft, command).read();
        new RateOptions(draft, command, requests, inserts, target.isEmpty()).read();
        new MiscOptions(draft, command).read();
        return command;
    }

    private static String unknown(String command) {
        String known = "read, write, mixed, counter_write, counter_read or user";
        if (command.isEmpty()) {
            return "cassandra-stress needs a command: " + known;
        }
        if (command.startsWith("_")) {
            return "the command comes first, before options with a dash: " + known;
        }
        return switch (command) {
            case "print", "version" -> "'" + command + "' sends nothing, so there is nothing to run; here are " + known;
            case "legacy" ->
                "'legacy' takes the options of Cassandra before 2.1, which are not known here; here are " + known;
            default -> "'" + command + "' is no command of cassandra-stress; it must be " + known;
        };
    }

    /** A mix of one kind is not mixed. */
    private String ratio() {
        draft.harmless(NONE, "clustering=", "each operation is drawn by itself, not in runs of one kind");
        Optional<ClassicWord> word = draft.line().take(NONE, "ratio(");
        Map<String, BigDecimal> shares = new LinkedHashMap<>();
        Stream.of("read", "write", "counter-read", "counter-write").forEach(kind -> shares.put(kind, BigDecimal.ZERO));
        for (String share :
                word.map(given -> given.value().split(",", -1)).orElse(new String[] {"read=1", "write=1"})) {
            String[] pair = share.strip().split("\\s*=\\s*", 2);
            String kind = COMMANDS.getOrDefault(pair[0].toLowerCase(Locale.ROOT), NONE)
                    .replaceFirst("^cql ", NONE);
            if (pair.length != 2
                    || !shares.containsKey(kind)
                    || !pair[1].matches("[0-9]{1,6}(\\.[0-9]{1,6})?|\\.[0-9]{1,6}")) {
                draft.refuse(
                        word.orElseThrow(),
                        "must be shares of read, write, counter_read and counter_write, such as ratio(write=1,read=3)");
                return MIXED;
            }
            shares.merge(kind, new BigDecimal(pair[1]), BigDecimal::add);
        }
        shares.values().removeIf(share -> share.signum() == 0);
        if (shares.isEmpty()) {
            draft.refuse(word.orElseThrow(), "must have a share above 0, in cassandra-stress too");
            return MIXED;
        }
        if (shares.size() == 1) {
            return "cql " + shares.keySet().iterator().next();
        }
        draft.set(
                "ratio",
                shares.entrySet().stream()
                        .map(share -> share.getKey() + "="
                                + share.getValue().stripTrailingZeros().toPlainString())
                        .collect(Collectors.joining(",")));
        return MIXED;
    }

    private Optional<Long> length() {
        ClassicLine line = draft.line();
        Optional<ClassicWord> count = line.take(NONE, "n=");
        Optional<Long> requests = count.flatMap(draft::number);
        Optional<ClassicWord> duration = line.take(NONE, "duration=");
        count.flatMap(word -> duration)
                .ifPresent(word -> draft.refuse(word, "and n= both say how long to run; give one of them"));
        if (count.or(() -> duration).isPresent()) {
            Stream.of("err<", "n>", "n<")
                    .forEach(name -> draft.refused(
                            NONE,
                            name,
                            "goes with neither n= nor duration=, in cassandra-stress too; leave one of them out"));
            if (requests.filter(number -> number == 0).isPresent()) {
                return requests;
            }
            requests.ifPresent(number -> draft.set("until", Long.toString(number)));
            draft.set(
                    "duration",
                    duration.map(word -> word.value().toLowerCase(Locale.ROOT)).orElse(LONG_ENOUGH));
        } else {
            untilCertain();
        }
        return requests;
    }

    /** Ends the run by the standard error of the mean rate of its seconds, as cassandra-stress does. */
    private void untilCertain() {
        String error = draft.line()
                .take(NONE, "err<")
                .filter(word -> draft.matches(word, "0\\.[0-9]{1,9}", "must be a share such as err<0.02"))
                .map(ClassicWord::value)
                .orElse("0.02");
        long least = samples("n>", 30);
        long most = Math.max(1, samples("n<", 200));
        draft.set("until", "err<" + error + (least == 30 ? "" : ",n>" + least));
        draft.set("duration", most + "s");
        draft.remark("without n= and duration= the run ends when the standard error of the mean rate is below " + error
                + " of it, after " + least + " samples of a second at the earliest and " + most + " at the latest");
    }

    private long samples(String name, long byDefault) {
        return draft.line()
                .take(NONE, name)
                .filter(word -> draft.matches(word, "[0-9]{1,6}", "must be a number of samples"))
                .map(word -> Long.valueOf(word.value()))
                .orElse(byDefault);
    }

    private void warmUp() {
        boolean none = draft.line().take(NONE, "no-warmup").isPresent()
                || draft.line().take(NONE, "no_warmup").isPresent();
        draft.set("warmup", none ? "0s" : TENTH_OF_A_MINUTE);
        if (!none) {
            draft.remark(
                    "the warm-up is of 10 s; cassandra-stress warms up with a quarter of n=, at most 50000 requests a node");
        }
    }

    private void truncate(ClassicWord word) {
        switch (word.value().toLowerCase(Locale.ROOT)) {
            case "never" -> {}
            case "once" -> draft.set("load", "always");
            case "always" -> draft.set("load", "each");
            default -> draft.refuse(word, "must be never, once or always");
        }
    }

    private void keysAndSums(String command) {
        draft.line()
                .take(NONE, "keysize=")
                .flatMap(draft::number)
                .filter(size -> size != 10)
                .ifPresent(size -> draft.set("key-size", Long.toString(size)));
        draft.line().take(NONE, "add=").ifPresent(word -> {
            if (command.equals("cql counter-write")
                    || draft.options().getOrDefault("ratio", NONE).contains("counter-write")) {
                draft.set("add", word.value().toLowerCase(Locale.ROOT));
            } else {
                draft.remark(word, "only counter_write adds");
            }
        });
    }

    /** A file, also one that is given as {@code file:///PATH}. */
    private static String path(String file) {
        return file.replaceFirst("(?i)^file:(//)?(?=/)", "");
    }

    private static final Pattern OPS = Pattern.compile("[^=,]+=[0-9.]+(,[^=,]+=[0-9.]+)*");

    /** Translates the profile; returns true if the run only inserts. */
    private boolean profile() {
        ClassicLine line = draft.line();
        draft.harmless(NONE, "clustering=", "each operation is drawn by itself, not in runs of one kind");
        Optional<ClassicWord> profile = line.take(NONE, "profile=");
        if (profile.isEmpty()) {
            draft.refuse("'user' needs profile=FILE");
        }
        profile.ifPresent(word -> draft.set(
                "profile",
                Stream.of(word.value().split(",", -1))
                        .map(StressTranslator::path)
                        .collect(Collectors.joining(","))));
        Optional<ClassicWord> ops = line.take(NONE, "ops(");
        if (ops.isEmpty()) {
            draft.refuse("'user' needs ops(...), such as ops(insert=1)");
            return false;
        }
        String text = ops.get().value();
        if (!OPS.matcher(text).matches()) {
            draft.refuse(ops.get(), "must be names and how often each is done, such as ops(insert=1,simple1=3)");
        }
        draft.set("ops", text);
        return Stream.of(text.split(",", -1))
                .map(op -> op.replaceFirst("=.*", "").replaceFirst(".*\\.", ""))
                .collect(Collectors.toSet())
                .stream()
                .allMatch("insert"::equalsIgnoreCase);
    }
}
