package io.dbharness.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.profile.Weight;
import io.dbharness.random.Seed;
import io.dbharness.sql.operation.OperationScript;
import io.dbharness.sql.operation.SqlInvocation;
import io.dbharness.sql.operation.UpdateLedger;
import io.dbharness.sql.profile.Profiles;
import io.dbharness.sql.profile.SqlProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class UserSourceTest {

    private static final SqlProfile PROFILE = Profiles.example("key-value");

    /** What the first of a user's operations are. */
    private static List<String> drawn(String ops, long seed, int user, int count) {
        SqlUserMix mix = SqlUserMix.of(PROFILE, ops, new Problems()).orElseThrow();
        List<String> drawn = new ArrayList<>();
        UserSource source = new UserSource(
                mix.weights(),
                Inputs.rehearsed(mix.operations(), PROFILE.tables()),
                (operation, inputs, done) -> {
                    drawn.add(mix.operations().get(operation).name() + " " + Arrays.toString(inputs));
                    OperationScript script = OperationScript.of(
                            mix.operations().get(operation),
                            operation,
                            List.of("ansi"),
                            PROFILE.tables(),
                            new UpdateLedger(mix.operations(), List.of("ansi"), PROFILE.tables()),
                            failure -> FailureKind.OTHER,
                            new ArrayList<>());
                    return new SqlInvocation(script, inputs, done);
                },
                new Seed(seed).stream("sql-user", user));
        for (int i = 0; i < count; i++) {
            source.next();
        }
        return drawn;
    }

    @Test
    void theSeedAndTheUserDecideWhatIsSent() {
        List<String> first = drawn("", 1, 0, 200);

        assertThat(drawn("", 1, 0, 200)).isEqualTo(first);
        assertThat(drawn("", 1, 1, 200)).isNotEqualTo(first);
        assertThat(drawn("", 2, 0, 200)).isNotEqualTo(first);
    }

    @Test
    void operationsComeByTheirWeights() {
        Map<String, Long> counts = drawn("", 1, 0, 10_000).stream()
                .collect(Collectors.groupingBy(text -> text.split(" ")[0], TreeMap::new, Collectors.counting()));

        assertThat(counts.keySet()).containsExactly("compare-and-set", "insert", "read", "write");
        assertThat(counts.get("read")).isBetween(7_800L, 8_200L);
        assertThat(drawn("insert=1", 1, 0, 3)).allMatch(text -> text.startsWith("insert [100"));
    }

    @Test
    void theNextOfAColumnFollowsTheLoadedRows() {
        assertThat(drawn("insert=1", 1, 0, 2))
                .satisfiesExactly(
                        text -> assertThat(text).startsWith("insert [1001, "),
                        text -> assertThat(text).startsWith("insert [1002, "));
    }

    @Test
    void anOperationThatThereIsNotIsNamed() {
        Problems problems = new Problems();

        assertThat(SqlUserMix.of(PROFILE, "reed=1", problems)).isEmpty();
        assertThat(problems.lines())
                .containsExactly("--ops has 'reed', but the profile has only read, write, insert, compare-and-set");
        assertThat(Weight.mix("read=1,read=2")).isEmpty();
    }
}
