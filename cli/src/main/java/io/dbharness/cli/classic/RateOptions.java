package io.dbharness.cli.classic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which rows, and how hard: {@code -pop} and {@code -rate}.
 *
 * @param draft    to fill
 * @param command  of ours
 * @param requests {@code n=}
 * @param inserts  whether a profile is only inserted into
 * @param empty    whether nothing can be in the tables yet
 */
record RateOptions(TranslationBuilder draft, String command, Optional<Long> requests, boolean inserts, boolean empty) {

    private static final String POP = "-pop";
    private static final String RATE = "-rate";
    private static final long MILLION = 1_000_000;

    void read() {
        population();
        if (!draft.isSchemaOnly()) {
            rate();
        }
    }

    private boolean writes() {
        return command.equals("cql write") || command.equals("cql counter-write") || inserts;
    }

    private void population() {
        ClassicLine line = draft.line();
        draft.harmless(POP, "contents=", "rows of a partition come in the order of the profile");
        Optional<ClassicWord> sequence = line.take(POP, "seq=");
        Optional<ClassicWord> distribution = line.take(POP, "dist=");
        Optional<ClassicWord> lookback = line.take(POP, "read-lookback=");
        boolean counterLookback = command.equals("cql counter-read") && lookback.isPresent();
        lookback.ifPresent(word -> {
            if (sequence.isEmpty()) {
                draft.refuse(word, "goes with seq= only, in cassandra-stress too; leave it out");
            } else if (writes()) {
                draft.remark(word, "is about reads, and this run only writes");
            } else if (counterLookback) {
                draft.remark(word, "a run that writes nothing reads the first row only, in cassandra-stress too");
            } else {
                draft.set("read-lookback", word.value().toLowerCase(Locale.ROOT));
            }
        });
        if (sequence.isPresent() && distribution.isPresent()) {
            draft.refuse(sequence.get(), "and dist= both say which rows are meant; give one of them");
        }
        String byDefault = (writes() ? "seq(1.." : "gaussian(1..")
                + requests.filter(number -> number > 0).orElse(MILLION) + ")";
        String population = sequence.map(word -> counterLookback
                        ? "fixed(" + word.value().replaceFirst("\\..*", "") + ")"
                        : "seq(" + word.value() + ")")
                .or(() -> distribution.map(word -> word.value().toLowerCase(Locale.ROOT)))
                .orElse(byDefault);
        Optional<Long> most = ClassicNumber.most(population);
        Optional<Long> count = sequence.flatMap(RateOptions::count);
        sequence.or(() -> distribution)
                .filter(word -> most.isEmpty() || (word.name().equals("seq=") && count.isEmpty()))
                .ifPresent(word ->
                        draft.refuse(word, "must be numbers from 0, such as seq=1..10M or dist=GAUSSIAN(1..10M)"));
        line.take(POP, "no-wrap").ifPresent(word -> {
            if (distribution.isPresent()) {
                draft.refuse(word, "goes with seq= only, in cassandra-stress too; leave it out");
            } else {
                withoutWrapping(word, count.orElse(requests.orElse(MILLION)));
            }
        });
        draft.set("population", population);
        if (command.startsWith("cql counter")) {
            if (command.equals("cql counter-read") && empty) {
                draft.refuse(
                        "counter_read reads what counter_write has written: add -node HOST, or --data-dir DIR of an earlier run");
            }
            return;
        }
        boolean loads = empty && !writes();
        if (loads && most.isPresent()) {
            draft.remark("a new embedded node has no rows, so 1 to " + most.get()
                    + " are loaded first; with -node or --data-dir nothing is");
        }
        draft.set(command.equals("cql user") ? "partitions" : "rows", loads ? Long.toString(most.orElse(0L)) : "0");
    }

    /** Ends the run with the last row of the sequence. */
    private void withoutWrapping(ClassicWord word, long rows) {
        if (requests.orElse(Long.MAX_VALUE) <= rows) {
            draft.remark(word, "there are no more requests than rows, so none comes twice");
            return;
        }
        String error = draft.options().getOrDefault("until", "");
        draft.set("until", rows + (error.startsWith("err<") ? "," + error : ""));
    }

    /** How many numbers {@code 1..10M} are. */
    private static Optional<Long> count(ClassicWord word) {
        String[] ends = word.value().split("\\.\\.+", -1);
        return ends.length != 2
                ? Optional.empty()
                : ClassicNumber.parse(ends[0])
                        .flatMap(first -> ClassicNumber.parse(ends[1]).map(last -> last - first + 1))
                        .filter(count -> count > 0);
    }

    private void rate() {
        ClassicLine line = draft.line();
        Optional<ClassicWord> threads = line.take(RATE, "threads=");
        List<ClassicWord> auto = new ArrayList<>();
        Stream.of("auto", "threads>=", "threads<=")
                .forEach(name -> line.take(RATE, name).ifPresent(auto::add));
        List<ClassicWord> limits = new ArrayList<>();
        Stream.of("throttle=", "fixed=", "limit=")
                .forEach(name -> line.take(RATE, name).ifPresent(limits::add));
        limits.forEach(this::limit);
        if (limits.size() > 1) {
            draft.refuse(limits.get(1), "and " + limits.get(0).name() + " both say the rate; give one of them");
        }
        if (threads.isPresent()) {
            auto.forEach(word -> draft.refuse(word, "and threads= both say how many threads; give one of them"));
            draft.number(threads.get()).ifPresent(count -> draft.set("outstanding", Long.toString(count)));
        } else if (!limits.isEmpty()) {
            draft.refuse(limits.get(0), "cassandra-stress needs threads= with it");
        } else if (auto.isEmpty() && writes() && requests.isPresent() && !command.equals("cql user")) {
            draft.set("outstanding", "200");
        } else {
            ramp(auto);
        }
    }

    private void limit(ClassicWord word) {
        String rate = word.value().toLowerCase(Locale.ROOT);
        if (!rate.matches("[0-9]{1,10}/s")) {
            draft.refuse(word, "must be a number a second, such as 5000/s");
        } else if (!rate.matches("0+/s")) {
            draft.set("rate", rate);
            if (!word.name().equals("fixed=")) {
                draft.remark(
                        word,
                        "latencies count from the time a request was due and from when it was sent; cassandra-stress reports the"
                                + " second with throttle=");
            }
        }
    }

    /** Runs one number of threads after the other, as cassandra-stress does: doubled below 16, half as many more from there. */
    private void ramp(List<ClassicWord> auto) {
        long least = end(auto, "threads>=", 4);
        long most = end(auto, "threads<=", 1_000);
        if (least < 1) {
            draft.refuse("-rate threads>=" + least + ": must be a number from 1 on");
            return;
        }
        List<String> levels = new ArrayList<>(List.of(Long.toString(least)));
        for (long threads = more(least); threads <= most; threads = more(threads)) {
            levels.add(Long.toString(threads));
        }
        draft.set("sweep", "outstanding=" + String.join(",", levels));
        boolean whileGrowing =
                auto.isEmpty() || auto.stream().anyMatch(word -> word.name().equals("auto"));
        if (whileGrowing) {
            draft.set("while-growing", "");
        }
        draft.remark("without threads= there is a run for each number of threads, from " + least + " to at most " + most
                + (whileGrowing ? ", until throughput grows no more" : "")
                + "; for the most requests at a latency, type -rate threads=" + least
                + " and --search 'p99 <= 20ms' behind the line");
    }

    private static long more(long threads) {
        return threads < 16 ? 2 * threads : threads * 3 / 2;
    }

    private long end(List<ClassicWord> auto, String name, long byDefault) {
        return auto.stream()
                .filter(word -> word.name().equals(name))
                .flatMap(word -> draft.number(word).stream())
                .findFirst()
                .orElse(byDefault);
    }
}
