package io.dbharness.cli.provision;

import io.dbharness.cli.option.Typed;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.remote.RemoteHarness;
import io.dbharness.provisioning.spi.Place;
import io.dbharness.workload.Parameter;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/**
 * Executes {@code harness provision run FILE SUBJECT -- WORDS}. One thread.
 *
 * @param provisioning knows what stands
 * @param jar          this harness
 * @param out          what the harness there prints
 * @param err          progress
 */
public record RemoteRun(Provisioning provisioning, Path jar, PrintStream out, PrintStream err) {

    public static final String NAME = "run";

    /** Where the results come to. */
    public static final Parameter OUT =
            new Parameter("out", "where the results come to (results/<time>-SUBJECT)", "", new Directory());

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private static final int LEAST_WORDS = 3;

    private record Directory() implements Parameter.Domain {
        @Override
        public String label() {
            return "DIR";
        }

        @Override
        public boolean contains(String text) {
            return path(text).isPresent();
        }

        @Override
        public String expectation() {
            return "a directory";
        }
    }

    /**
     * What was typed.
     *
     * @param file    that is up
     * @param subject of it
     * @param words   after {@code harness}
     * @param out     for the results
     */
    public record Wish(Path file, String subject, List<String> words, Optional<Path> out) {

        /** From the words after {@code run}; what is wrong with them goes to the problems. Empty when they are too few. */
        public static Optional<Wish> of(List<String> words, Typed typed, Problems problems) {
            Optional<String> out = Optional.ofNullable(typed.values().get(OUT.name()));
            out.ifPresent(text -> OUT.validate(text, problems));
            if (words.size() < LEAST_WORDS) {
                problems.add(
                        "run needs a file, a subject and, behind '--', what to run: FILE SUBJECT -- tpcc --warehouses 10");
                return Optional.empty();
            }
            Optional<Path> file = path(words.get(0));
            problems.require(file.isPresent(), "'" + words.get(0) + "' is no path");
            return file.map(
                    path -> new Wish(path, words.get(1), words.subList(2, words.size()), out.flatMap(RemoteRun::path)));
        }
    }

    private static Optional<Path> path(String text) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns the exit code of the harness there. */
    public int run(Wish wish) {
        Provisioned standing = provisioning.standing(ProvisioningFile.read(wish.file()));
        Place place = Optional.ofNullable(standing.places().get(wish.subject()))
                .orElseThrow(() -> new HarnessException("the file has no subject '" + wish.subject() + "'; it has "
                        + String.join(", ", standing.places().keySet())));
        Path results =
                wish.out().orElseGet(() -> Path.of("results", TIME.format(provisioning.now()) + "-" + wish.subject()));
        try {
            int code = new RemoteHarness(jar).run(place, new RemoteHarness.Job(wish.words(), results), out::println);
            err.println("fetched " + results);
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted; the run goes on over there until it ends by itself", e);
        }
    }
}
