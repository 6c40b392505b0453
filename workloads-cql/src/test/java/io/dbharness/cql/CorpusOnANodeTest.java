package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.testkit.Corpus;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Profiles of many shapes on a real node: loaded, asked in all their ways, and compared. At night all of them. */
@Timeout(300)
class CorpusOnANodeTest {

    private static final int OPERATIONS = 60;

    /** One of each shape, and those that the node refuses. */
    private static final Set<String> IN_EVERY_BUILD = Set.of(
            "accounts",
            "existing",
            "visits",
            "addresses",
            "tuples",
            "vectors",
            "sai",
            "nested",
            "lwt_insert",
            "lwt_update",
            "statics",
            "view",
            "functions",
            "ring",
            "wide",
            "sparse",
            "deleting",
            "three_replicas",
            "limit_mark",
            "existing_missing",
            "all_types");

    static List<Corpus.Entry> some() {
        return asked().stream()
                .filter(entry -> IN_EVERY_BUILD.contains(entry.name()))
                .toList();
    }

    static List<Corpus.Entry> others() {
        return asked().stream()
                .filter(entry ->
                        !IN_EVERY_BUILD.contains(entry.name()) || entry.name().equals("accounts"))
                .toList();
    }

    private static List<Corpus.Entry> asked() {
        return Corpus.entries().stream()
                .filter(entry -> entry.refusal("refused").isEmpty())
                .toList();
    }

    @Tag("server")
    @ParameterizedTest
    @MethodSource("some")
    void aProfileRunsOrIsRefusedByTheNodeInASentence(Corpus.Entry entry) throws Exception {
        if (entry.runs()) {
            run(entry);
        } else {
            assertThatThrownBy(() -> run(entry))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining(entry.refusal("server"));
        }
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("others")
    void soDoAllOthers(Corpus.Entry entry) throws Exception {
        aProfileRunsOrIsRefusedByTheNodeInASentence(entry);
    }

    private static void run(Corpus.Entry entry) throws Exception {
        try (CqlTarget target = TestNode.shared().open("unused")) {
            BoundWorkload<DriverSession> bound = new StressRun(target, new CqlUser(), entry.parameters()).bound();
            DataSet data = bound.dataSet();
            if (data.inspect().kind() != DataSetState.Kind.COMPLETE) {
                data.load(2, Seed.DEFAULT, Progress.SILENT);
            }
            assertThat(data.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
            assertThat(data.check("before", Progress.SILENT)).allMatch(Check::passed);
            var sources = IntStream.range(0, 3)
                    .mapToObj(user -> bound.source(user, Seed.DEFAULT))
                    .toList();
            DriverSession session = new DriverSession(target.driver());
            for (int i = 0; i < OPERATIONS; i++) {
                assertThat(sources.get(i % 3).next().execute(session)).isEqualTo(Outcome.COMPLETED);
            }
            assertThat(data.check("after", Progress.SILENT))
                    .allMatch(Check::passed)
                    .noneMatch(check -> check.detail().contains("could not be read"));
        }
    }
}
