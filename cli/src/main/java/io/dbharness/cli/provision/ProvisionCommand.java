package io.dbharness.cli.provision;

import io.dbharness.cli.option.Typed;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.AfterFailure;
import io.dbharness.provisioning.Following;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.Status;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.CatalogueText;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.spi.Leftover;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.workload.Parameter;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Executes {@code harness provision ACTION}. One thread.
 *
 * @param provisioning does it
 * @param out          what was asked for
 * @param err          progress
 */
public record ProvisionCommand(Provisioning provisioning, PrintStream out, PrintStream err) {

    public static final String NAME = "provision";

    /**
     * What was typed.
     *
     * @param action  what to do
     * @param what    the file or the name; empty for an action that takes none
     * @param choices how
     */
    public record Wish(Action action, String what, Choices choices) {

        /** From the words after {@code provision}; what is wrong with them goes to the problems. */
        public static Wish of(String word, String what, Typed typed, Problems problems) {
            Action action = Action.of(word).orElseThrow(() -> new IllegalArgumentException("no action " + word));
            return new Wish(action, what, Choices.of(typed, problems));
        }
    }

    /**
     * How something is done.
     *
     * @param agreed  whether the user agrees to what costs money
     * @param keep    whether a failure leaves what was made
     * @param prices  where prices come from, if not as the file says
     * @param maxCost the most it may cost
     */
    public record Choices(boolean agreed, boolean keep, Optional<String> prices, Optional<String> maxCost) {

        static final Choices NONE = new Choices(false, false, Optional.empty(), Optional.empty());

        static Choices of(Typed typed, Problems problems) {
            for (Parameter option : ProvisionOptions.OF_PLANS) {
                Optional.ofNullable(typed.values().get(option.name()))
                        .ifPresent(text -> option.validate(text, problems));
            }
            return new Choices(
                    typed.flags().contains(ProvisionOptions.YES),
                    typed.flags().contains(ProvisionOptions.KEEP),
                    Optional.ofNullable(typed.values().get(ProvisionOptions.PRICES)),
                    Optional.ofNullable(typed.values().get(ProvisionOptions.MAX_COST)));
        }
    }

    /** Throws when it cannot; a {@link UsageException} names everything that is wrong with the file. */
    public void run(Wish wish) {
        switch (wish.action()) {
            case PLAN -> plan(file(wish), wish.choices());
            case UP -> up(file(wish), wish.choices());
            case STATUS -> status(name(wish.what()));
            case DOWN -> down(names(wish.what()));
            case LIST -> list();
            case REAP -> reap(wish.choices().agreed());
            case LIMITS -> out.print(CatalogueText.of(Catalogue.load()));
        }
    }

    private static ProvisioningFile file(Wish wish) {
        ProvisioningFile file = ProvisioningFile.read(path(wish.what()));
        return wish.choices().prices().map(file::withPrices).orElse(file);
    }

    private void plan(ProvisioningFile file, Choices choices) {
        ProvisioningPlan plan = affordable(file, choices);
        out.print(ProvisionText.subjects(plan));
        out.println();
        plan.steps().forEach(step -> out.println("  " + ProvisionText.line(step)));
        plan.costs().stream().filter(cost -> !cost.source().isEmpty()).forEach(cost -> {
            out.println();
            out.print(ProvisionText.cost(cost));
        });
        say(plan, out);
    }

    /** The plan, if it costs no more than it may. */
    private ProvisioningPlan affordable(ProvisioningFile file, Choices choices) {
        ProvisioningPlan plan = provisioning.plan(file);
        Problems problems = new Problems();
        choices.maxCost().flatMap(CostLimit::parse).ifPresent(limit -> limit.check(plan.costs(), problems));
        problems.throwIfAny();
        return plan;
    }

    private static void say(ProvisioningPlan plan, PrintStream to) {
        plan.remarks().forEach(remark -> to.println("note: " + remark));
        plan.consent().forEach(sentence -> to.println("note: " + sentence));
    }

    private void up(ProvisioningFile file, Choices choices) {
        ProvisioningPlan plan = affordable(file, choices);
        say(plan, err);
        if (!plan.consent().isEmpty() && !choices.agreed()) {
            throw new UsageException(List.of("nothing was made: agree to this with --" + ProvisionOptions.YES));
        }
        AfterFailure afterFailure = choices.keep() ? AfterFailure.KEEP : AfterFailure.REMOVE;
        out.print(ProvisionText.places(provisioning.up(file, steps(), afterFailure)));
    }

    private void status(String name) {
        Status status = provisioning.status(name).orElseThrow(() -> nothing(name));
        out.print(ProvisionText.status(status));
    }

    private void down(List<String> names) {
        List<String> standing = names.stream().filter(provisioning::stands).toList();
        standing.forEach(name -> provisioning.down(name, steps()));
        if (standing.isEmpty() && !downWithoutLedger(names.get(0))) {
            err.println("nothing called '" + names.get(0) + "' stands");
        }
    }

    /** By its id alone, which its provider has marked it with. */
    private boolean downWithoutLedger(String id) {
        List<Leftover> found = provisioning.leftovers().stream()
                .filter(leftover -> leftover.run().equals(id))
                .toList();
        found.forEach(this::remove);
        return !found.isEmpty();
    }

    private void reap(boolean agreed) {
        Instant now = provisioning.now();
        List<Leftover> all = provisioning.leftovers();
        List<Leftover> over = all.stream()
                .filter(leftover -> leftover.expires().isBefore(now))
                .toList();
        if (all.isEmpty()) {
            err.println("nothing is found (of Azure, AZURE_SUBSCRIPTION_ID says where to look)");
        } else {
            out.print(ProvisionText.leftovers(all, now));
        }
        if (agreed) {
            over.forEach(this::remove);
        } else if (!over.isEmpty()) {
            err.println("nothing was removed: agree to it with --" + ProvisionOptions.YES);
        }
    }

    private void remove(Leftover leftover) {
        err.println(leftover.run() + ": remove");
        provisioning.remove(leftover);
    }

    private void list() {
        List<Status> all = provisioning.list();
        if (all.isEmpty()) {
            err.println("nothing stands");
        } else {
            out.print(ProvisionText.list(all));
        }
    }

    private Following steps() {
        return new Following() {
            @Override
            public void making(Step step) {
                err.println(ProvisionText.line(step));
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
                err.println("it failed; what was made is taken away again (--" + ProvisionOptions.KEEP
                        + " would leave it)");
            }

            @Override
            public void leaving(Run run) {
                err.println("it failed; what was made stands until 'harness provision down " + run.name() + "'");
            }
        };
    }

    private static HarnessException nothing(String name) {
        return new HarnessException("nothing called '" + name + "' stands; 'harness provision list' says what does");
    }

    private static String name(String what) {
        Optional<Path> file = Optional.of(path(what)).filter(Files::isRegularFile);
        return file.map(path -> ProvisioningFile.read(path).name()).orElse(what);
    }

    /** That of a file, and those of its subjects alone, which experiments bring up. */
    private static List<String> names(String what) {
        if (!Files.isRegularFile(path(what))) {
            return List.of(what);
        }
        ProvisioningFile file = ProvisioningFile.read(path(what));
        return Stream.concat(
                        Stream.of(file.name()),
                        file.subjects().stream()
                                .map(subject -> file.only(subject.name()).name()))
                .toList();
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException(List.of("'" + text + "' is no path: " + e.getReason()));
        }
    }
}
