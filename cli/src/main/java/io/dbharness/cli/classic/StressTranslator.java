package io.dbharness.cli.classic;

import java.util.List;
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

    private static final Map<String, String> COMMANDS = Map.ofEntries(
            Map.entry("write", "cql write"),
            Map.entry("insert", "cql write"),
            Map.entry("read", "cql read"),
            Map.entry("mixed", "cql mixed"),
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
        if (command.equals("cql mixed")) {
            command = ratio();
        }
        Optional<Long> requests = length();
        warmUp();
        draft.set(
                "consistency",
                line.take(NONE, "cl=")
                        .map(ClassicWord::value)
                        .orElse("local_one")
                        .toLowerCase(Locale.ROOT));
        line.take(NONE, "truncate=").ifPresent(this::truncate);
        keysAndSums(command);
        boolean inserts = user && profile();
        NodeOptions target = new NodeOptions(draft, user);
        target.read();
        new SchemaOptions(draft, command).read();
        new RateOptions(draft, command, requests, inserts, target.isEmpty()).read();
        new MiscOptions(draft, user).read();
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
        List<String[]> shares = word.stream()
                .flatMap(given -> Stream.of(given.value().split(",", -1)))
                .map(share -> share.split("=", 2))
                .toList();
        boolean sound = shares.stream()
                .allMatch(share -> share.length == 2
                        && share[0].strip().matches("(?i)read|write|insert")
                        && share[1].strip().matches("[0-9]{1,4}(\\.[0-9]{1,3})?"));
        if (!sound) {
            draft.refuse(
                    word.orElseThrow(),
                    "must be shares of read and write, such as ratio(write=1,read=3); run counters apart");
            return "cql mixed";
        }
        int digits = shares.stream()
                .mapToInt(
                        share -> share[1].strip().replaceFirst("[0-9]+\\.?", "").length())
                .max()
                .orElse(0);
        long reads = share(shares, "(?i)read", digits);
        long writes = share(shares, "(?i)write|insert", digits);
        if (shares.isEmpty() || reads + writes == 0) {
            reads = 1;
            writes = 1;
        }
        long common = Math.max(1, gcd(reads, writes));
        if (reads > 0 && writes > 0) {
            draft.set("ratio", "read=" + reads / common + ",write=" + writes / common);
            return "cql mixed";
        }
        return reads > 0 ? "cql read" : "cql write";
    }

    private static long share(List<String[]> shares, String kinds, int digits) {
        return shares.stream()
                .filter(share -> share[0].strip().matches(kinds))
                .mapToLong(share -> Math.round(Double.parseDouble(share[1].strip()) * Math.pow(10, digits)))
                .sum();
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
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
            if (command.equals("cql counter-write")) {
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
