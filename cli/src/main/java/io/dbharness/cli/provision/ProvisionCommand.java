package io.dbharness.cli.provision;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.ExchangeRecorder;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.Provisioning.AfterFailure;
import io.dbharness.provisioning.Provisioning.Status;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.StepListener;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.CatalogueText;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.remote.RemoteHarness;
import io.dbharness.provisioning.spi.Finder.Leftover;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Brings subjects up and takes them down: each method is a command, {@code harness provision plan} and so on. One thread.
 *
 * @param provisioning does it; asked for when a line is sound
 * @param jar          this harness, to be run elsewhere; empty when it does not run from its jar
 * @param out          what was asked for
 * @param err          progress
 */
public record ProvisionCommand(
        Supplier<Provisioning> provisioning, Optional<Path> jar, PrintStream out, PrintStream err) {

    private static final String USAGE = "java -jar harness.jar provision ";
    private static final String A_FILE = "a provisioning file";
    private static final String A_FILE_OR_NAME = "a provisioning file, or its name";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    /** Options about costs. */
    static final class Costs {

        @Option(
                names = "--prices",
                paramLabel = "FILE|retail",
                description = "source of prices, instead of the file's: a file, or 'retail' for Azure's public list")
        Optional<String> prices = Optional.empty();

        @Option(
                names = "--max-cost",
                paramLabel = "AMOUNT[/h]",
                description =
                        "refuse what costs more, or has an unknown price: 40 until it expires, 5.50/h for an hour")
        Optional<CostLimit> most = Optional.empty();

        ProvisioningFile read(Path path) {
            ProvisioningFile file = ProvisioningFile.read(path);
            return prices.map(file::withPrices).orElse(file);
        }

        /** The plan, if it costs no more than it may. */
        ProvisioningPlan plan(Provisioning provisioning, ProvisioningFile file) {
            ProvisioningPlan plan = provisioning.plan(file);
            Problems problems = new Problems();
            most.ifPresent(limit -> limit.check(plan.costs(), problems));
            problems.throwIfAny();
            return plan;
        }
    }

    /** The option to record exchanges with providers. */
    static final class Recording {

        @Option(
                names = "--record",
                paramLabel = "FILE",
                description = "append each request and its answer to FILE, as JSON lines without secrets")
        Optional<Path> file = Optional.empty();

        /** Runs a command and records it if the option is given. */
        <T> T during(
                Provisioning provisioning, String action, Path what, Function<Optional<ExchangeRecorder>, T> command) {
            if (file.isEmpty()) {
                return command.apply(Optional.empty());
            }
            try {
                ExchangeRecorder recorder = new ExchangeRecorder(file.get(), new SystemClock());
                String text = Files.isRegularFile(what) ? Files.readString(what) : "";
                provisioning.report(recorder::exchange);
                return recorder.during(
                        List.of("provision", action, what.toString()),
                        text,
                        () -> command.apply(Optional.of(recorder)));
            } catch (IOException e) {
                throw new UsageException(List.of("--record " + file.get() + " cannot be written: " + e.getMessage()));
            }
        }
    }

    @Command(
            description = "Print what 'up' would create, with its limits and costs. Creates nothing.",
            customSynopsis = USAGE + "plan FILE")
    void plan(
            @Parameters(paramLabel = "FILE", description = A_FILE) Path file,
            @Mixin Costs costs,
            @Mixin Recording recording) {
        Provisioning known = provisioning.get();
        ProvisioningPlan plan = recording.during(known, "plan", file, recorder -> {
            ProvisioningPlan made = costs.plan(known, costs.read(file));
            recorder.ifPresent(to -> to.plan(made));
            return made;
        });
        out.print(ProvisionText.subjects(plan));
        out.println();
        plan.steps().forEach(step -> out.println("  " + ProvisionText.line(step)));
        plan.costs().stream().filter(cost -> !cost.source().isEmpty()).forEach(cost -> {
            out.println();
            out.print(ProvisionText.cost(cost));
        });
        say(plan, out);
    }

    @Command(description = "Create what a file describes, as far as it is missing.", customSynopsis = USAGE + "up FILE")
    void up(
            @Parameters(paramLabel = "FILE", description = A_FILE) Path path,
            @Option(names = "--yes", description = "accept the costs") boolean agreed,
            @Mixin Costs costs,
            @Mixin Recording recording,
            @Option(names = "--keep", description = "keep what exists when a step fails") boolean keep,
            @Option(
                            names = "--parallel",
                            paramLabel = "N",
                            defaultValue = "8",
                            description = "number of resources created at once (8)")
                    int parallel) {
        if (parallel < 1) {
            throw new UsageException(List.of("--parallel must be 1 or more, not " + parallel));
        }
        Provisioning standing = provisioning.get();
        AfterFailure afterFailure = keep ? AfterFailure.KEEP : AfterFailure.REMOVE;
        Provisioned provisioned = recording.during(standing, "up", path, recorder -> {
            ProvisioningFile file = costs.read(path);
            ProvisioningPlan plan = costs.plan(standing, file);
            recorder.ifPresent(to -> to.plan(plan));
            say(plan, err);
            if (!plan.consent().isEmpty() && !agreed) {
                throw new UsageException(List.of("nothing was made: agree to this with --yes"));
            }
            return standing.up(file, steps(recorder), afterFailure, parallel);
        });
        out.print(ProvisionText.subjects(provisioned));
    }

    private static void say(ProvisioningPlan plan, PrintStream to) {
        plan.remarks().forEach(remark -> to.println("note: " + remark));
        plan.consent().forEach(sentence -> to.println("note: " + sentence));
    }

    @Command(description = "Print what exists of a file.", customSynopsis = USAGE + "status FILE|NAME")
    void status(@Parameters(paramLabel = "FILE|NAME", description = A_FILE_OR_NAME) String what) {
        String name = file(what).map(ProvisioningFile::name).orElse(what);
        Status status = provisioning
                .get()
                .status(name)
                .orElseThrow(() -> new HarnessException(
                        "there is nothing called '" + name + "'; 'harness provision list' says what there is"));
        out.print(ProvisionText.status(status));
    }

    /**
     * Also what experiments bring up of a file, which are its subjects alone. What has no ledger goes down by its id, which its provider
     * has marked it with.
     */
    @Command(
            description = "Remove everything that 'up' created, also after a crash.",
            customSynopsis = USAGE + "down FILE|NAME")
    void down(
            @Parameters(paramLabel = "FILE|NAME", description = A_FILE_OR_NAME) String what,
            @Mixin Recording recording) {
        Provisioning known = provisioning.get();
        recording.during(known, "down", path(what), recorder -> down(known, what, recorder));
    }

    /** Returns the names of what was taken down by its ledger. */
    private List<String> down(Provisioning known, String what, Optional<ExchangeRecorder> recorder) {
        List<String> names = file(what)
                .map(file -> Stream.concat(
                                Stream.of(file.name()),
                                file.subjects().stream()
                                        .map(subject ->
                                                file.only(subject.name()).name()))
                        .toList())
                .orElse(List.of(what));
        List<String> standing = names.stream().filter(known::stands).toList();
        standing.forEach(name -> known.down(name, steps(recorder)));
        if (standing.isEmpty()) {
            List<Leftover> marked = known.leftovers().stream()
                    .filter(leftover -> leftover.run().equals(names.get(0)))
                    .toList();
            marked.forEach(leftover -> remove(known, leftover));
            if (marked.isEmpty()) {
                err.println("there is nothing called '" + names.get(0) + "'");
            }
        }
        return standing;
    }

    @Command(description = "List everything that was created from this machine.", customSynopsis = USAGE + "list")
    void list() {
        List<String> damaged = new ArrayList<>();
        List<Status> all = provisioning.get().list(damaged::add);
        if (!all.isEmpty()) {
            out.print(ProvisionText.list(all));
        } else if (damaged.isEmpty()) {
            err.println("there are no machines and disks");
        }
        if (!damaged.isEmpty()) {
            throw new HarnessException(String.join("\n", damaged));
        }
    }

    @Command(
            description =
                    "Print what clouds still have of any run, also without its ledger; --yes removes what has expired.",
            customSynopsis = USAGE + "reap")
    void reap(@Option(names = "--yes", description = "remove them") boolean agreed) {
        Provisioning known = provisioning.get();
        Instant now = known.now();
        List<Leftover> all = known.leftovers();
        List<Leftover> over = all.stream()
                .filter(leftover -> leftover.expires().isBefore(now))
                .toList();
        if (all.isEmpty()) {
            err.println("nothing is found (of Azure, AZURE_SUBSCRIPTION_ID says where to look)");
        } else {
            out.print(ProvisionText.leftovers(all, now));
        }
        if (agreed) {
            over.forEach(leftover -> remove(known, leftover));
        } else if (!over.isEmpty()) {
            err.println("nothing was removed: agree to it with --yes");
        }
    }

    private void remove(Provisioning known, Leftover leftover) {
        err.println(leftover.run() + ": remove");
        known.remove(leftover);
    }

    @Command(
            description = "Print the known disks and machines, with their limits and sources.",
            customSynopsis = USAGE + "limits")
    void limits() {
        // Refuses a line that is not sound.
        Provisioning unused = provisioning.get();
        out.print(CatalogueText.of(Catalogue.load()));
    }

    /** Returns the exit code of the harness there. */
    @Command(
            description =
                    "Run the harness on the machine that 'client' names, near a subject, and fetch the results; of several"
                            + " clients each has an agent, and all of them share the load.",
            customSynopsis = USAGE + "run FILE SUBJECT [--out DIR] -- tpcc --warehouses 10")
    int run(
            @Parameters(
                            paramLabel = "WORD...",
                            arity = "1..*",
                            description = "provisioning file, one of its subjects, and the command behind 'harness'")
                    List<String> words,
            @Option(
                            names = "--out",
                            paramLabel = "DIR",
                            description = "directory of the results (results/<time>-SUBJECT)")
                    Optional<Path> out) {
        Provisioning known = provisioning.get();
        if (words.size() <= 2) {
            throw new UsageException(List.of(
                    "run needs a file, a subject and, behind '--', what to run: FILE SUBJECT -- tpcc --warehouses 10"));
        }
        Path own = jar.orElseThrow(
                () -> new HarnessException("only a harness that runs from its jar can be sent elsewhere"));
        Provisioned standing = known.standing(ProvisioningFile.read(path(words.get(0))));
        String subject = words.get(1);
        ReadySubject ready = Optional.ofNullable(standing.subjects().get(subject))
                .orElseThrow(() -> new HarnessException("the file has no subject '" + subject + "'; it has "
                        + String.join(", ", standing.subjects().keySet())));
        Path results = out.orElseGet(() -> Path.of("results", TIME.format(known.now()) + "-" + subject));
        try {
            int code = new RemoteHarness(own)
                    .run(ready, new RemoteHarness.Job(words.subList(2, words.size()), results), this.out::println);
            err.println("fetched " + results);
            tellTakenAway(known, standing.run().name(), results);
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException(
                    ready.clients().size() > 1
                            ? "interrupted; the agents are told to end, and the run over there ends without them"
                            : "interrupted; the run goes on over there until it ends by itself",
                    e);
        } catch (IOException e) {
            throw new HarnessException("cannot write into " + results + ": " + e.getMessage(), e);
        }
    }

    /** Adds the eviction of a machine during the measurement to the result. */
    private void tellTakenAway(Provisioning known, String name, Path results) throws IOException {
        List<String> gone =
                known.takenAway(name).stream().map(ProvisionText::line).toList();
        if (!gone.isEmpty()) {
            gone.forEach(
                    line -> err.println("note: taken away by its provider, so this run is of fewer machines: " + line));
            Files.write(results.resolve("taken-away.txt"), gone);
        }
    }

    @Command(
            description = "Open a shell on a machine of a file, or run a command there.",
            customSynopsis = USAGE + "ssh FILE MACHINE [-- COMMAND]")
    int ssh(
            @Parameters(
                            paramLabel = "WORD...",
                            arity = "1..*",
                            description = "provisioning file, one of its machines, and a command behind --")
                    List<String> words) {
        if (words.size() < 2) {
            throw new UsageException(List.of("ssh needs a file and a machine: FILE MACHINE [-- COMMAND]"));
        }
        Access access = provisioning.get().enter(ProvisioningFile.read(path(words.get(0))), words.get(1));
        List<String> command = words.subList(2, words.size());
        return entered(() -> RemoteHarness.enter(
                access, command.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", command))));
    }

    @Command(
            description = "Print the end of a machine's logs: its first start, its runs, its database.",
            customSynopsis = USAGE + "logs FILE MACHINE")
    int logs(
            @Parameters(paramLabel = "FILE", description = A_FILE) Path file,
            @Parameters(paramLabel = "MACHINE", description = "one of its machines") String machine) {
        Access access = provisioning.get().enter(ProvisioningFile.read(file), machine);
        return entered(() -> RemoteHarness.logs(access));
    }

    private interface Visit {
        int pay() throws InterruptedException;
    }

    private static int entered(Visit visit) {
        try {
            return visit.pay();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted", e);
        }
    }

    private StepListener steps(Optional<ExchangeRecorder> recorder) {
        return recorder.map(to -> to.following(steps())).orElseGet(this::steps);
    }

    private StepListener steps() {
        return new StepListener() {
            @Override
            public void making(Step step) {
                err.println(ProvisionText.line(step));
            }

            @Override
            public void made(Step step) {
                err.println(step.id() + ": done");
            }

            @Override
            public void kept(Step step) {
                err.println(step.id() + ": there already");
            }

            @Override
            public void removing(Step step) {
                err.println(step.id() + ": remove");
            }

            @Override
            public void takingBack(Run run) {
                err.println("it failed; what was made is taken away again (--keep would leave it)");
            }

            @Override
            public void leaving(Run run) {
                err.println("it failed; what was made stands until 'harness provision down " + run.name() + "'");
            }
        };
    }

    /** The file that a word names; empty when there is none, so that the word is a name. */
    private static Optional<ProvisioningFile> file(String what) {
        return Optional.of(path(what)).filter(Files::isRegularFile).map(ProvisioningFile::read);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException(List.of("'" + text + "' is no path: " + e.getReason()));
        }
    }
}
