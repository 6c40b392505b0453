package io.dbharness.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.FakeProvider.Death;
import io.dbharness.provisioning.Provisioning.AfterFailure;
import io.dbharness.provisioning.Provisioning.Standing;
import io.dbharness.provisioning.Provisioning.Status;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import io.dbharness.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProvisioningTest {

    private static final String TWO = """
            name: two
            subjects:
              one: {provider: fake, steps: 2}
              other: {provider: fake}
            """;

    @TempDir
    Path directory;

    private Path world;
    private FakeProvider provider;

    @BeforeEach
    void makeAWorld() throws IOException {
        world = Files.createDirectory(directory.resolve("world"));
        provider = new FakeProvider(world);
    }

    /** As a process that knows nothing but what is on the disk. */
    private Provisioning fresh() {
        return new Provisioning(
                new StateDirectory(directory.resolve("state")),
                List.of(provider),
                new SystemClock(),
                Seed.DEFAULT.stream("ids", 0));
    }

    private static ProvisioningFile file(String text) {
        Problems problems = new Problems();
        return ProvisioningFile.of(YamlFile.parse("two.yaml", text, problems), problems);
    }

    private List<String> world() throws IOException {
        try (Stream<Path> files = Files.list(world)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void upMakesWhatThePlanSaysAndDownRemovesAllOfIt() throws Exception {
        Provisioned provisioned = fresh().up(file(TWO), StepListener.SILENT);

        assertThat(world()).containsExactly("one-1", "one-2", "other-1", "shared");
        assertThat(provisioned.subjects().keySet()).containsExactly("one", "other");
        assertThat(provisioned.subjects().get("one").facts())
                .containsEntry("Steps", "2")
                .containsEntry("made", "one/1");

        provisioned.close();

        assertThat(world()).isEmpty();
        assertThat(fresh().list()).isEmpty();
        assertThat(fresh().down("two", StepListener.SILENT)).isFalse();
        assertThat(directory.resolve("state").resolve("two")).doesNotExist();
    }

    @Test
    void planMakesNothing() throws Exception {
        ProvisioningPlan plan = fresh().plan(file(TWO));

        assertThat(plan.steps()).extracting(Step::id).containsExactly("shared", "one/1", "one/2", "other/1");
        assertThat(world()).isEmpty();
        assertThat(directory.resolve("state")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"make shared", "make one/1", "make one/2", "make other/1"})
    void whereverUpDiesDownOfANewProcessRemovesEverything(String event) throws Exception {
        provider.before(FakeProvider.dyingAt(event));
        assertThatThrownBy(() -> fresh().up(file(TWO), StepListener.SILENT)).isInstanceOf(Death.class);
        provider.before(step -> {});

        fresh().down("two", StepListener.SILENT);

        assertThat(world()).isEmpty();
        assertThat(fresh().list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"make one/1", "make other/1"})
    void whereverUpDiesItGoesOnThereWhenRepeated(String event) throws Exception {
        provider.before(FakeProvider.dyingAt(event));
        assertThatThrownBy(() -> fresh().up(file(TWO), StepListener.SILENT)).isInstanceOf(Death.class);
        List<String> made = new ArrayList<>();
        provider.before(made::add);

        fresh().up(file(TWO), StepListener.SILENT);

        assertThat(made).startsWith(event).doesNotContain("make shared");
        assertThat(world()).containsExactly("one-1", "one-2", "other-1", "shared");
    }

    @Test
    void aFailedUpTakesAwayWhatItMadeInTheReverseOrderAndTellsTheFailure() throws Exception {
        List<String> events = new ArrayList<>();
        Consumer<String> failing = FakeProvider.failingAt("make one/2");
        provider.before(event -> {
            events.add(event);
            failing.accept(event);
        });

        assertThatThrownBy(() -> fresh().up(file(TWO), StepListener.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessage("no luck");

        assertThat(events)
                .containsExactly("make shared", "make one/1", "make one/2", "undo one/2", "undo one/1", "undo shared");
        assertThat(world()).isEmpty();
        assertThat(fresh().list()).isEmpty();
        assertThat(directory.resolve("state").resolve("two")).doesNotExist();
    }

    @Test
    void aFailedUpThatIsToKeepLeavesWhatItMade() throws Exception {
        provider.before(FakeProvider.failingAt("make one/2"));

        assertThatThrownBy(() -> fresh().up(file(TWO), StepListener.SILENT, AfterFailure.KEEP, 1))
                .hasMessage("no luck");

        assertThat(world()).containsExactly("one-1", "shared");
        provider.before(step -> {});
        fresh().down("two", StepListener.SILENT);
        assertThat(world()).isEmpty();
    }

    @Test
    void whatAFailedUpCannotTakeAwayIsNamedBehindTheFailureAndGoesWithDown() throws Exception {
        Consumer<String> making = FakeProvider.failingAt("make other/1");
        Consumer<String> undoing = FakeProvider.failingAt("undo one/1");
        provider.before(making.andThen(undoing));

        assertThatThrownBy(() -> fresh().up(file(TWO), StepListener.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessageStartingWith(
                        "no luck" + System.lineSeparator() + "and not everything that was made could be removed")
                .hasMessageContaining("'provision down two' tries again")
                .hasMessageEndingWith("cannot undo one/1 (make one/1): no luck");

        assertThat(world()).containsExactly("one-1", "shared");
        provider.before(step -> {});
        fresh().down("two", StepListener.SILENT);
        assertThat(world()).isEmpty();
    }

    @Test
    void aFailureInARunThatStoodBeforeLeavesAllOfItStanding() throws Exception {
        fresh().up(file(TWO), StepListener.SILENT);
        Files.delete(world.resolve("one-2"));
        provider.before(FakeProvider.failingAt("make one/2"));

        assertThatThrownBy(() -> fresh().up(file(TWO), StepListener.SILENT)).hasMessage("no luck");

        assertThat(world()).containsExactly("one-1", "other-1", "shared");
    }

    @ParameterizedTest
    @ValueSource(strings = {"undo other/1", "undo one/1", "undo shared"})
    void whereverDownDiesItGoesOnThereWhenRepeated(String event) throws Exception {
        fresh().up(file(TWO), StepListener.SILENT);
        provider.before(FakeProvider.dyingAt(event));
        assertThatThrownBy(() -> fresh().down("two", StepListener.SILENT)).isInstanceOf(Death.class);
        provider.before(step -> {});

        fresh().down("two", StepListener.SILENT);

        assertThat(world()).isEmpty();
    }

    @Test
    void upTwiceMakesOnlyWhatIsGone() throws Exception {
        fresh().up(file(TWO), StepListener.SILENT);
        Files.delete(world.resolve("one-2"));
        List<String> made = new ArrayList<>();
        provider.before(made::add);

        fresh().up(file(TWO), StepListener.SILENT);

        assertThat(made).containsExactly("make one/2");
    }

    @Test
    void whatCannotBeUndoneKeepsOnlyWhatItStandsOn() throws Exception {
        fresh().up(file(TWO), StepListener.SILENT);
        provider.before(FakeProvider.failingAt("undo one/2"));

        assertThatThrownBy(() -> fresh().down("two", StepListener.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessage("cannot undo one/2 (make one/2): no luck");

        assertThat(world()).containsExactly("one-1", "one-2", "shared");
        provider.before(step -> {});
        fresh().down("two", StepListener.SILENT);
        assertThat(world()).isEmpty();
    }

    @Test
    void aFileThatChangedIsNotLaidOverWhatStands() {
        fresh().up(file(TWO), StepListener.SILENT);

        assertThatThrownBy(() -> fresh().up(file(TWO.replace("steps: 2", "steps: 1")), StepListener.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("one/2 has changed")
                .hasMessageContaining("provision down");
    }

    @Test
    void statusSaysWhatIsThere() throws Exception {
        fresh().up(file(TWO), StepListener.SILENT);
        Files.delete(world.resolve("one-1"));

        Status status = fresh().status("two").orElseThrow();

        assertThat(status.run().id()).matches("two-[a-z]{6}");
        assertThat(status.steps())
                .extracting(Standing::presence)
                .containsExactly(Presence.THERE, Presence.GONE, Presence.THERE, Presence.THERE);
        assertThat(fresh().status("three")).isEmpty();
    }

    @Test
    void aDamagedLedgerIsNamedAndHidesNoOther() throws Exception {
        fresh().up(file(TWO).only("other"), StepListener.SILENT);
        Path broken = Files.createDirectories(directory.resolve("state").resolve("broken"));
        Files.writeString(broken.resolve(Ledger.FILE), "null\n");
        List<String> damaged = new ArrayList<>();

        assertThat(fresh().list(damaged::add))
                .extracting(status -> status.run().name())
                .containsExactly("two-other");
        assertThat(damaged).singleElement().asString().contains("ledger.jsonl:1 is damaged", "'broken'");

        fresh().down("two-other", StepListener.SILENT);
    }

    @Test
    void oneSubjectComesAndGoesWithoutTheOthers() throws Exception {
        fresh().up(file(TWO).only("other"), StepListener.SILENT);

        assertThat(world()).containsExactly("other-1", "shared");
        assertThat(fresh().list()).extracting(status -> status.run().name()).containsExactly("two-other");

        fresh().down("two-other", StepListener.SILENT);
        assertThat(world()).isEmpty();
    }

    @Test
    void whatIsHeldStandsUntilItIsClosedWhateverOthersDo() throws Exception {
        Provisioned held = fresh().hold(file(TWO).only("one"), StepListener.SILENT);

        assertThatThrownBy(() -> fresh().down("two-one", StepListener.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("another run of the harness is at work");
        assertThat(world()).containsExactly("one-1", "one-2", "shared");

        held.close();

        assertThat(world()).isEmpty();
        assertThat(fresh().stands("two-one")).isFalse();
    }

    @Test
    void holdingMakesAnewWhatAProcessThatDiedHasLeft() throws Exception {
        provider.before(FakeProvider.dyingAt("make one/2"));
        assertThatThrownBy(() -> fresh().up(file(TWO), StepListener.SILENT)).isInstanceOf(Death.class);
        List<String> events = new ArrayList<>();
        provider.before(events::add);

        fresh().hold(file(TWO), StepListener.SILENT).close();

        assertThat(events)
                .startsWith("undo one/2", "undo one/1", "undo shared", "make shared", "make one/1")
                .endsWith("undo one/1", "undo shared");
        assertThat(world()).isEmpty();
    }

    @Test
    void whatCannotBeMadeWholeIsNotHeldButTakenDown() throws Exception {
        provider.before(FakeProvider.failingAt("make other/1"));

        assertThatThrownBy(() -> fresh().hold(file(TWO), StepListener.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessage("no luck");

        assertThat(world()).isEmpty();
        assertThat(fresh().stands("two")).isFalse();
    }

    @Test
    void anInterruptLeavesNothingStanding() throws Exception {
        Thread asking = Thread.currentThread();
        provider.before(step -> {
            if (step.equals("make one/2")) {
                asking.interrupt();
            }
        });

        assertThatThrownBy(() -> fresh().hold(file(TWO), StepListener.SILENT)).isInstanceOf(HarnessException.class);

        assertThat(Thread.interrupted()).as("is still interrupted").isTrue();
        assertThat(world()).isEmpty();
        assertThat(fresh().stands("two")).isFalse();
    }

    @Test
    void everythingWrongWithAFileIsSaidAtOnce() {
        ProvisioningFile file = file("""
                name: Two
                subjects:
                  One: {provider: fake, stepps: 2}
                  two: {provider: clay}
                  three: {iops: lots}
                clay: {}
                """);

        assertThatThrownBy(() -> fresh().plan(file))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(
                        "two.yaml:1: name must be a lower-case letter, then at most 39 lower-case letters")
                .hasMessageContaining("two.yaml:3: subjects.One is not a valid subject name")
                .hasMessageContaining("two.yaml:3: subjects.One.stepps is not known here")
                .hasMessageContaining("two.yaml:4: subjects.two.provider must be one of fake, not 'clay'")
                .hasMessageContaining("two.yaml:5: subjects.three.provider is missing")
                .hasMessageContaining("two.yaml:5: subjects.three.iops must be a whole number");
    }
}
