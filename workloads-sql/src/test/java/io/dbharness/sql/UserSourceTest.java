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
import io.dbharness.sql.profile.SqlProfile.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UserSourceTest {

    private static final SqlProfile PROFILE = Profiles.example("key-value");

    /** What the first of a user's operations are. */
    private static List<String> drawn(String ops, long seed, int user, int count) {
        SqlUserMix mix = SqlUserMix.of(PROFILE, ops, new Problems()).orElseThrow();
        List<OperationScript> scripts = scripts(mix.operations());
        List<String> drawn = new ArrayList<>();
        UserSource source = new UserSource(
                mix.weights(),
                Inputs.rehearsed(mix.operations(), PROFILE.tables()),
                (operation, inputs, done) -> {
                    drawn.add(mix.operations().get(operation).name() + " " + Arrays.toString(inputs));
                    return new SqlInvocation(scripts.get(operation), inputs, done);
                },
                new Seed(seed).stream("sql-user", user));
        for (int i = 0; i < count; i++) {
            source.next();
        }
        return drawn;
    }

    private static List<OperationScript> scripts(List<Operation> operations) {
        List<String> lineage = List.of("ansi");
        UpdateLedger updates = new UpdateLedger(operations, lineage, PROFILE.tables());
        return IntStream.range(0, operations.size())
                .mapToObj(i -> OperationScript.of(
                        operations.get(i),
                        i,
                        lineage,
                        PROFILE.tables(),
                        updates,
                        failure -> FailureKind.OTHER,
                        new ArrayList<>()))
                .toList();
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
                .collect(Collectors.groupingBy(text -> text.split(" ", 2)[0], TreeMap::new, Collectors.counting()));

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
