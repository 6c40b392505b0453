package io.dbharness.cli.classic;

import java.util.List;

/**
 * Errors and reports: {@code -errors}, {@code -log}, {@code -graph}, {@code -insert} and the rest.
 *
 * @param draft to fill
 * @param user  whether a profile is used
 */
record MiscOptions(TranslationBuilder draft, boolean user) {

    private static final String ERRORS = "-errors";

    void read() {
        errors();
        for (ClassicWord word : draft.line().takeAll("-insert")) {
            insert(word);
        }
        everything("-log", "all is in the directory of --out: latency.hlog, intervals.csv of each second, report.md");
        everything("-graph", "the directory of --out has report.html with charts; 'compare' sets results side by side");
        everything("-sample", "latencies are counted, not sampled");
        everything("-reporting", "the terminal shows a line that renews itself, files have each second");
        everything("-jmx", "to ask nodes by JMX, add jmx=HOST:PORT, jmxuser= and jmxpassword= to --target");
        for (ClassicWord word : draft.line().takeAll("-tokenrange")) {
            if (user && !word.name().equals("wrap")) {
                draft.refuse(word, "scans take the ranges of the ring as they are and one page each; leave it out");
            } else {
                draft.remark(word, user ? "ranges are used again in any case" : "is about profiles only");
            }
        }
        for (ClassicWord word : draft.line().takeAll("-sendto")) {
            draft.refuse(word, "runs are not sent to another machine; start the harness there");
        }
        for (ClassicWord word : draft.line().takeAll("-credentials-file")) {
            draft.refuse(
                    word, "give -mode user=, and the password as --password file:PATH or env:NAME behind the line");
        }
    }

    private void everything(String group, String why) {
        draft.line().takeAll(group).forEach(word -> draft.remark(word, why));
    }

    private void errors() {
        ClassicLine line = draft.line();
        if (line.take(ERRORS, "ignore").isEmpty()) {
            draft.set("fail-if", "errors > 0%");
            draft.remark(
                    "without -errors ignore cassandra-stress ends at the first request that fails; here the run goes on, and ends with"
                            + " exit code 10 if one has");
        }
        line.take(ERRORS, "retries=")
                .ifPresent(word -> draft.number(word).ifPresent(retries -> {
                    draft.set("max-attempts", Long.toString(retries + 1));
                    draft.remark(word, "only a request that an overloaded server refuses is tried again");
                }));
        draft.harmless(ERRORS, "skip-read-validation", "answers are compared in any case; it costs next to nothing");
        draft.refused(ERRORS, "skip-unsupported-columns", "a profile is used whole or not at all; leave it out");
        draft.harmless(
                ERRORS,
                "fail-fast",
                "a run goes on after a failed request; without ignore it ends with exit code 10 then");
        for (String name : List.of("delay-policy=", "min-delay-ms=", "max-delay-ms=")) {
            draft.harmless(ERRORS, name, "pauses between attempts are the harness's own");
        }
    }

    /**
     * The built-in commands write one partition of one row in each request, so the words about partitions and batches concern profiles
     * only. They do use {@code row-population-ratio}, {@code visits} and {@code revisit}.
     */
    private void insert(ClassicWord word) {
        boolean known = List.of(
                        "visits=", "revisit=", "partitions=", "batchtype=", "select-ratio=", "row-population-ratio=")
                .contains(word.name());
        if (!known) {
            draft.refuse(word, "no word of -insert that is known here");
        } else if (user) {
            draft.refuse(word, "write it into the profile, below insert:");
        } else if (word.name().equals("row-population-ratio=")) {
            if (!word.value().replace(" ", "").matches("(?i)(fixed\\((\\d+)\\)/\\2)")) {
                draft.refuse(word, "each row is written with all its columns; leave it out, or use a profile");
            }
        } else if (word.name().equals("visits=")) {
            if (ClassicNumber.fixed(word.value()).filter(visits -> visits == 1).isEmpty()) {
                draft.refuse(word, "each row is written once in turn; leave it out, or use a profile");
            }
        } else if (word.name().equals("revisit=")) {
            draft.remark(word, "has an effect only with visits= above 1");
        } else {
            draft.remark(word, "is about profiles only");
        }
    }
}
