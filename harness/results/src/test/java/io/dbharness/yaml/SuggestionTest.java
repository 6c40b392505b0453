package io.dbharness.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SuggestionTest {

    private static final List<String> KNOWN = List.of("--warehouses", "--warmup", "--users", "--out");

    @Test
    void aTypingErrorIsRecognised() {
        assertThat(Suggestion.of("--warehose", KNOWN)).contains("--warehouses");
        assertThat(Suggestion.of("--warm-up", KNOWN)).contains("--warmup");
        assertThat(Suggestion.of("--user", KNOWN)).contains("--users");
        assertThat(Suggestion.of("new_order", List.of("new-order", "NewOrder"))).contains("new-order");
        assertThat(Suggestion.of("NEWORDER", List.of("NewOrder", "Payment"))).contains("NewOrder");
    }

    @Test
    void somethingElseIsNot() {
        assertThat(Suggestion.of("--sweep-everything", KNOWN)).isEmpty();
        assertThat(Suggestion.clause("--sweep-everything", KNOWN)).isEmpty();
    }

    @Test
    void ofManyKnownWordsTheNearestAreNamed() {
        List<String> many = IntStream.range(0, 1_000).mapToObj(i -> "level" + i).toList();

        assertThat(Suggestion.known("x", KNOWN)).isEqualTo("; known are --warehouses, --warmup, --users, --out");
        assertThat(Suggestion.known("leve77", many))
                .startsWith("; known are level7, level77, ")
                .endsWith(" and 995 more");
        assertThat(Suggestion.known("x".repeat(100_000), many)).hasSizeLessThan(100);
    }
}
