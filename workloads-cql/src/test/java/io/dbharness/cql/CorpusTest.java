package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.testkit.Corpus;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Profiles of many shapes, written after the documentation of the format, are taken or refused with the right reason. */
class CorpusTest {

    static List<Corpus.Entry> entries() {
        return Corpus.entries();
    }

    @Test
    void everyProfileHasAnOutcomeAndMostOfThemRun() {
        assertThat(entries()).extracting(Corpus.Entry::name).containsExactlyInAnyOrderElementsOf(Corpus.files());
        assertThat(entries()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(entries().stream().filter(Corpus.Entry::runs).count()).isGreaterThanOrEqualTo(30);
        assertThat(entries())
                .allMatch(entry -> entry.runs() || !(entry.refusal("refused") + entry.refusal("server")).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("entries")
    void aProfileIsReadOrRefusedBeforeAnythingIsOpened(Corpus.Entry entry) {
        var parameters = StressRun.parameters(new CqlUser(), entry.parameters());
        if (entry.refusal("refused").isEmpty()) {
            Problems problems = new Problems();
            assertThat(CqlUserSettings.of(parameters, Optional.empty(), problems))
                    .isPresent();
            problems.throwIfAny();
        } else {
            assertThatThrownBy(() -> CqlUserSettings.of(parameters, Optional.empty()))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining(entry.refusal("refused"));
        }
    }
}
