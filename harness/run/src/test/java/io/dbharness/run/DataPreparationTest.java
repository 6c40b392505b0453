package io.dbharness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run does about the data that it finds. */
class DataPreparationTest {

    private static final long NEEDED = 2_500_000_000L;

    private final List<String> diary = new ArrayList<>();
    private LoadRegistry own = LoadRegistry.forgotten();

    /** Data in some state that note in the diary what is done with them. */
    private final class Data implements DataSet {

        private final Kind afterLoad;
        private final boolean whole;
        private Kind found;

        Data(Kind found, Kind afterLoad, boolean whole) {
            this.found = found;
            this.afterLoad = afterLoad;
            this.whole = whole;
        }

        @Override
        public boolean whole() {
            return whole;
        }

        @Override
        public String describe() {
            return "7 rows";
        }

        @Override
        public DataSetState inspect() {
            return new DataSetState(found, "found what was there", Optional.of(diary.isEmpty() ? "theirs" : "ours"));
        }

        @Override
        public long bytesNeeded() {
            return NEEDED;
        }

        @Override
        public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
            diary.add(loaders + " loaders, seed " + seed.value());
            progress.advance("load", 7, 7, "rows");
            found = afterLoad;
        }

        @Override
        public void settle(Progress progress) {}

        @Override
        public List<Check> check(String when, Progress progress) {
            return List.of();
        }

        @Override
        public void drop() {
            diary.add("dropped");
        }
    }

    private List<String> prepare(Kind found, LoadPolicy policy, OptionalLong usable) {
        return prepare(new Data(found, Kind.COMPLETE, true), policy, usable);
    }

    private List<String> prepare(Data data, LoadPolicy policy, OptionalLong usable) {
        new DataPreparation(
                        data,
                        needs -> Preflight.space(usable, needs),
                        1,
                        own,
                        DataSet.Helpers.NONE,
                        new DiaryListener(diary))
                .prepare(policy, 3, new Seed(5));
        return diary;
    }

    private List<String> prepare(Kind found, LoadPolicy policy) {
        return prepare(found, policy, OptionalLong.empty());
    }

    @ParameterizedTest
    @CsvSource({"ABSENT,AUTO", "INCOMPLETE,AUTO", "ABSENT,ALWAYS"})
    void whatIsNotThereOrNotFinishedIsLoaded(Kind found, LoadPolicy policy) {
        assertThat(prepare(found, policy)).containsExactly("loading 7 rows", "3 loaders, seed 5", "load 7 of 7 rows");
    }

    @ParameterizedTest
    @CsvSource({"COMPLETE", "INCOMPLETE", "DIFFERENT"})
    void whoeverAlwaysLoadsLosesWhatIsThere(Kind found) {
        assertThat(prepare(found, LoadPolicy.ALWAYS))
                .containsExactly(
                        "dropping the existing data set",
                        "dropped",
                        "loading 7 rows",
                        "3 loaders, seed 5",
                        "load 7 of 7 rows");
    }

    @ParameterizedTest
    @CsvSource({"ABSENT", "INCOMPLETE", "DIFFERENT"})
    void aLoadThatLeavesNoCompleteDataHasFailed(Kind afterLoad) {
        assertThatThrownBy(() -> prepare(new Data(Kind.ABSENT, afterLoad, true), LoadPolicy.AUTO, OptionalLong.empty()))
                .isInstanceOf(HarnessException.class)
                .hasMessageStartingWith("the load has ended, but its data set is not complete: found what was there");
    }

    @ParameterizedTest
    @CsvSource({"AUTO", "ALWAYS", "EACH"})
    void objectsThatThisToolDidNotMakeAreLeftAloneWhateverIsAsked(LoadPolicy policy) {
        assertThatThrownBy(() -> prepare(Kind.FOREIGN, policy))
                .isInstanceOf(HarnessException.class)
                .hasMessage("found what was there; drop them yourself, or name another database or schema");
        assertThat(diary).isEmpty();
    }

    @Test
    void aRangeIsLoadedThoughOthersAreMissing() {
        assertThat(prepare(new Data(Kind.ABSENT, Kind.INCOMPLETE, false), LoadPolicy.AUTO, OptionalLong.empty()))
                .hasSize(3);
    }

    @Test
    void completeDataAreUsedAsTheyAre() {
        assertThat(prepare(Kind.COMPLETE, LoadPolicy.AUTO))
                .containsExactly("using the existing data set: found what was there");
        diary.clear();
        assertThat(prepare(Kind.COMPLETE, LoadPolicy.NEVER)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ABSENT", "INCOMPLETE", "BUSY", "DIFFERENT"})
    void whoeverNeverLoadsNeedsCompleteData(Kind found) {
        assertThatThrownBy(() -> prepare(found, LoadPolicy.NEVER))
                .isInstanceOf(HarnessException.class)
                .hasMessage("there is no complete data set (found what was there); load it with --load only");
        assertThat(diary).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"AUTO", "ALWAYS"})
    void dataThatSomebodyElseIsLoadingAreLeftAlone(LoadPolicy policy) {
        assertThatThrownBy(() -> prepare(Kind.BUSY, policy))
                .isInstanceOf(HarnessException.class)
                .hasMessage("found what was there; wait until the other load has ended");
        assertThat(diary).isEmpty();
    }

    @Test
    void dataOfAnEarlierRunOfTheSameStudyMakeRoom(@TempDir Path directory) {
        Path file = directory.resolve("loads.json");
        LoadRegistry.in(file).add("theirs");
        own = LoadRegistry.in(file);

        assertThat(prepare(Kind.DIFFERENT, LoadPolicy.AUTO))
                .startsWith("replacing the data of an earlier run: found what was there", "dropped", "loading 7 rows");
        assertThat(LoadRegistry.in(file).made()).containsExactly("begun: 7 rows", "ours", "theirs");
    }

    @ParameterizedTest
    @CsvSource({"DIFFERENT,AUTO", "INCOMPLETE,AUTO", "COMPLETE,EACH", "DIFFERENT,ALWAYS"})
    void aStudyNeverTouchesDataThatItHasNotMade(Kind found, LoadPolicy policy, @TempDir Path directory) {
        own = LoadRegistry.in(directory.resolve("loads.json"));

        assertThatThrownBy(() -> prepare(found, policy))
                .isInstanceOf(HarnessException.class)
                .hasMessage(
                        "found what was there; a study never changes data that it did not load: give another database,"
                                + " or remove them first");
        assertThat(diary).isEmpty();
    }

    @Test
    void aStudyGoesOnWithALoadThatItBegan(@TempDir Path directory) {
        own = LoadRegistry.in(directory.resolve("loads.json"));
        own.begins("7 rows");

        assertThat(prepare(Kind.INCOMPLETE, LoadPolicy.AUTO)).startsWith("loading 7 rows");
    }

    @Test
    void otherDataAreNotReplacedUnasked() {
        assertThatThrownBy(() -> prepare(Kind.DIFFERENT, LoadPolicy.AUTO))
                .isInstanceOf(HarnessException.class)
                .hasMessageStartingWith("found what was there; use the same scale, another database, or --load always");
        assertThat(diary).isEmpty();
    }

    @Test
    void dataThatDoNotFitOnTheDiskAreNotLoaded() {
        assertThatThrownBy(() -> prepare(Kind.ABSENT, LoadPolicy.AUTO, OptionalLong.of(NEEDED - 1_000_000_000)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("free space on the server's disk: 1.5 GB, needed: about 2.5 GB; choose");
        assertThat(diary).isEmpty();
    }

    @Test
    void dataThatDoNotFitReplaceNothing() {
        assertThatThrownBy(() -> prepare(Kind.COMPLETE, LoadPolicy.ALWAYS, OptionalLong.of(NEEDED - 1)))
                .isInstanceOf(UsageException.class);
        assertThat(diary).isEmpty();
    }

    @Test
    void dataThatJustFitAreLoaded() {
        assertThat(prepare(Kind.ABSENT, LoadPolicy.AUTO, OptionalLong.of(NEEDED)))
                .hasSize(3);
    }
}
