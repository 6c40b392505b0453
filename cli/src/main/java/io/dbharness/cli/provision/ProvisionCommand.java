package io.dbharness.cli.provision;

import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.Following;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.Status;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.CatalogueText;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.spi.Leftover;
import io.dbharness.provisioning.spi.Step;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Executes {@code harness provision ACTION}. One thread.
 *
 * @param provisioning does it
 * @param out          what was asked for
 * @param err          progress
 */
public record ProvisionCommand(Provisioning provisioning, PrintStream out, PrintStream err) {

    public static final String NAME = "provision";
    /** The flag that agrees to what costs money. */
    public static final String YES = "yes";

    /**
     * What was typed.
     *
     * @param action what to do
     * @param what   the file or the name; empty for an action that takes none
     * @param agreed whether the user agrees to what costs money
     */
    public record Wish(Action action, String what, boolean agreed) {

        /** From the words after {@code provision}. */
        public static Wish of(String word, String what, boolean agreed) {
            return new Wish(
                    Action.of(word).orElseThrow(() -> new IllegalArgumentException("no action " + word)), what, agreed);
        }
    }

    /** Throws when it cannot; a {@link UsageException} names everything that is wrong with the file. */
    public void run(Wish wish) {
        switch (wish.action()) {
            case PLAN -> plan(ProvisioningFile.read(path(wish.what())));
            case UP -> up(ProvisioningFile.read(path(wish.what())), wish.agreed());
            case STATUS -> status(name(wish.what()));
            case DOWN -> down(name(wish.what()));
            case LIST -> list();
            case REAP -> reap(wish.agreed());
            case LIMITS -> out.print(CatalogueText.of(Catalogue.load()));
        }
    }

    private void plan(ProvisioningFile file) {
        ProvisioningPlan plan = provisioning.plan(file);
        out.print(ProvisionText.subjects(plan));
        out.println();
        plan.steps().forEach(step -> out.println("  " + ProvisionText.line(step)));
        say(plan, out);
    }

    private static void say(ProvisioningPlan plan, PrintStream to) {
        plan.remarks().forEach(remark -> to.println("note: " + remark));
        plan.consent().forEach(sentence -> to.println("note: " + sentence));
    }

    private void up(ProvisioningFile file, boolean agreed) {
        ProvisioningPlan plan = provisioning.plan(file);
        say(plan, err);
        if (!plan.consent().isEmpty() && !agreed) {
            throw new UsageException(List.of("nothing was made: agree to this with --" + YES));
        }
        Provisioned provisioned = provisioning.up(file, steps());
        out.print(ProvisionText.places(provisioned));
    }

    private void status(String name) {
        Status status = provisioning.status(name).orElseThrow(() -> nothing(name));
        out.print(ProvisionText.status(status));
    }

    private void down(String name) {
        if (!provisioning.down(name, steps()) && !downWithoutLedger(name)) {
            err.println("nothing called '" + name + "' stands");
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
            err.println("nothing was removed: agree to it with --" + YES);
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
        };
    }

    private static HarnessException nothing(String name) {
        return new HarnessException("nothing called '" + name + "' stands; 'harness provision list' says what does");
    }

    private static String name(String what) {
        Optional<Path> file = Optional.of(path(what)).filter(Files::isRegularFile);
        return file.map(path -> ProvisioningFile.read(path).name()).orElse(what);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException(List.of("'" + text + "' is no path: " + e.getReason()));
        }
    }
}
