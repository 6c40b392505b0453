package io.dbharness.sql.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.sql.operation.UpdateLedger.Tracked;
import io.dbharness.sql.operation.UpdateLedger.Update;
import io.dbharness.sql.profile.Profiles;
import io.dbharness.sql.profile.SqlProfile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateLedgerTest {

    private static final List<String> ANSI = List.of("ansi");
    private static final List<String> INPUTS = List.of("v", "k", "l");
    private static final String SET = "UPDATE t SET a = :v WHERE k = :k AND l = :l";

    @TempDir
    private Path folder;

    private UpdateLedger ledger;
    private Tracked tracked;

    private UpdateLedger ledger(String sql) {
        SqlProfile profile = Profiles.read(folder, """
                name: ledger
                tables:
                  t:
                    rows: 0
                    key: [k, l]
                    columns: {k: int not null, l: int not null, a: int, b: int}
                operations:
                  set:
                    parameters: {v: seq(1..9), k: seq(1..9), l: seq(1..9)}
                    sql: %s
                  other:
                    parameters: {v: seq(1..9), k: seq(1..9), l: seq(1..9)}
                    sql: %s
                """.formatted(SET, sql), 1);
        return new UpdateLedger(profile.operations(), ANSI, profile.tables());
    }

    @BeforeEach
    void track() {
        ledger = ledger(SET);
        tracked = ledger.tracked(SET, INPUTS).orElseThrow();
    }

    private Update sent(long value) {
        Object[] inputs = {value, 1L, 2L};
        return ledger.sent(tracked, SET, Arrays.asList(inputs), inputs).orElseThrow();
    }

    private List<Object> last() {
        return ledger.last().values().stream()
                .flatMap(List::stream)
                .map(update -> update.values().get("a"))
                .toList();
    }

    @Test
    void anUpdateReplacesThoseThatWereAcknowledgedBeforeItWasSent() {
        Update first = sent(1);
        assertThat(last()).isEmpty();
        ledger.acknowledged(first);
        ledger.acknowledged(sent(2));

        assertThat(last()).containsExactly(2L);
        assertThat(ledger.last().keySet())
                .singleElement()
                .satisfies(value -> assertThat(value.key()).containsExactly("1", "2"));
    }

    @Test
    void ofOverlappingUpdatesEitherMayBeTheLast() {
        Update first = sent(1);
        Update second = sent(2);
        ledger.acknowledged(second);
        ledger.acknowledged(first);
        assertThat(last()).containsExactly(1L, 2L);

        ledger.acknowledged(sent(3));

        assertThat(last()).containsExactly(3L);
    }

    @Test
    void anUpdateWithoutAnAnswerMayBeTheLastAndARefusedOneIsNot() {
        Update unanswered = sent(1);
        ledger.acknowledged(sent(2));
        ledger.refused(sent(3));
        ledger.acknowledged(sent(4));

        assertThat(unanswered.isAcknowledged()).isFalse();
        assertThat(last()).containsExactly(1L, 4L);

        ledger.reset();
        assertThat(last()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            UPDATE t SET b = b + :v WHERE k = :k AND l = :l               | a
            update T set A = :v, b = :v WHERE l = :l AND k = :k AND a = 1 | none
            update T set A = :v, b = :v WHERE l = :l AND k = :k AND a = :v | a
            UPDATE t SET a = 1 WHERE k = :k AND l = :l AND a = :v         | none
            UPDATE t SET (a, b) = (:v, :v) WHERE k = :k AND l = :l        | none
            UPDATE t SET a = :v WHERE k = :k AND b = :l                   | none
            UPDATE t SET k = :v WHERE k = :k AND l = :l                   | none
            DELETE FROM t WHERE k = :k AND l = :l AND a = :v              | none
            MERGE INTO t USING (SELECT :v, :k, :l) ON true                | none
            INSERT INTO t VALUES (:k, :l, :v, :v)                         | a
            SELECT :v, :k, :l                                             | a
            """)
    void aColumnIsTrackedIfEveryStatementThatChangesItIsPlain(String other, String columns) {
        Optional<Tracked> known = ledger(other).tracked(SET, INPUTS);

        assertThat(known.map(Tracked::columns))
                .isEqualTo(Optional.of(List.of(columns)).filter(text -> !columns.equals("none")));
        assertThat(ledger(other).isEmpty()).isEqualTo(columns.equals("none"));
    }
}
