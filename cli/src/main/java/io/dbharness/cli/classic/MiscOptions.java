package io.dbharness.cli.classic;

import java.util.List;
import java.util.Optional;

/**
 * Errors and reports: {@code -errors}, {@code -log}, {@code -graph}, {@code -insert} and the rest.
 *
 * @param draft   to fill
 * @param command of ours
 */
record MiscOptions(TranslationBuilder draft, String command) {

    private static final String ERRORS = "-errors";

    void read() {
        errors();
        new InsertOptions(draft, command).read();
        everything("-log", "all is in the directory of --out: latency.hlog, intervals.csv of each second, report.md");
        everything("-graph", "the directory of --out has report.html with charts; 'compare' sets results side by side");
        everything("-sample", "latencies are counted, not sampled");
        everything("-reporting", "the terminal shows a line that renews itself, files have each second");
        everything("-jmx", "to ask nodes by JMX, add jmx=HOST:PORT, jmxuser= and jmxpassword= to --target");
        tokenRange();
        for (ClassicWord word : draft.line().takeAll("-sendto")) {
            draft.refuse(
                    word,
                    "needs cassandra-stressd there, which speaks with cassandra-stress only; start the harness on that machine, or"
                            + " 'agent' on several and --agents N here");
        }
    }

    private void tokenRange() {
        Optional<ClassicWord> split = draft.line().take("-tokenrange", "split-factor=");
        for (ClassicWord word : draft.line().takeAll("-tokenrange")) {
            if (user() && !word.name().equals("wrap")) {
                draft.refuse(word, "no word of -tokenrange that cassandra-stress knows");
            } else {
                draft.remark(word, user() ? "ranges are used again in any case" : "is about profiles only");
            }
        }
        split.ifPresent(word -> {
            if (user()) {
                draft.number(word).ifPresent(parts -> draft.set("split-ranges", Long.toString(Math.max(1, parts))));
            } else {
                draft.remark(word, "is about profiles only");
            }
        });
    }

    private boolean user() {
        return command.equals("cql user");
    }

    private void everything(String group, String why) {
        draft.line().takeAll(group).forEach(word -> draft.remark(word, why));
    }

    private void errors() {
        ClassicLine line = draft.line();
        if (line.take(ERRORS, "ignore").isEmpty() && !draft.isSchemaOnly()) {
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
        line.take(ERRORS, "skip-unsupported-columns").ifPresent(word -> {
            if (user()) {
                draft.set("skip-columns", "");
            } else {
                draft.remark(word, "is about profiles only");
            }
        });
        draft.harmless(
                ERRORS,
                "fail-fast",
                "a run goes on after a failed request; without ignore it ends with exit code 10 then");
        for (String name : List.of("delay-policy=", "min-delay-ms=", "max-delay-ms=")) {
            draft.harmless(ERRORS, name, "pauses between attempts are the harness's own");
        }
    }
}
