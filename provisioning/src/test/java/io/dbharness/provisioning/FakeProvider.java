package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Provider.Plan;
import io.dbharness.provisioning.spi.Provider.Request;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes a file for each step: a shared one, and for each subject the number that its field gives. */
final class FakeProvider implements Provider {

    private static final String FILE = "file";

    private final Path world;
    private Consumer<String> before = step -> {};

    /** Creates a provider with its files in a directory of the test. */
    FakeProvider(Path world) {
        this.world = world;
    }

    /** Sets an action that precedes each step that is made or undone; it may throw. */
    void before(Consumer<String> action) {
        before = action;
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public Plan plan(Request request) {
        List<Step> steps = new ArrayList<>(List.of(step("shared", "")));
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        for (Subject subject : request.subjects()) {
            long count = subject.fields().whole("steps", 1, 9).orElse(1);
            for (int i = 1; i <= count; i++) {
                steps.add(step(subject.name() + "/" + i, subject.name()));
            }
            facts.put(subject.name(), Map.of("Steps", String.valueOf(count)));
        }
        return new Plan(steps, facts, List.of(), Optional.empty(), Optional.empty());
    }

    private static Step step(String id, String subject) {
        return new Step("fake", id, FILE, subject, "make " + id, Map.of(FILE, id.replace('/', '-')));
    }

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException {
        before.accept("make " + step.id());
        Files.writeString(file(step), "there");
        return Map.of("made", step.id());
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException {
        before.accept("undo " + step.id());
        Files.deleteIfExists(file(step));
    }

    @Override
    public Presence presence(Step step, Facts facts) {
        return Files.exists(file(step)) ? Presence.THERE : Presence.GONE;
    }

    @Override
    public ReadySubject locate(Subject subject, Run run, Facts facts) {
        return new ReadySubject(
                subject.name(),
                Optional.of(world),
                Optional.empty(),
                Optional.empty(),
                facts.all(subject.name() + "/1"),
                Map.of(),
                List.of());
    }

    private Path file(Step step) {
        return world.resolve(step.argument(FILE));
    }

    /** Simulates the death of the process at a step: no later code runs. */
    static Consumer<String> dyingAt(String event) {
        return now -> {
            if (now.equals(event)) {
                throw new Death();
            }
        };
    }

    /** Makes a step fail with a provider's exception. */
    static Consumer<String> failingAt(String event) {
        return now -> {
            if (now.equals(event)) {
                throw new HarnessException("no luck");
            }
        };
    }

    /** An exception that no code catches. */
    static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
