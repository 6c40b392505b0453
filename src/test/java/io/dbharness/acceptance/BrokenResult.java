package io.dbharness.acceptance;

import static io.dbharness.acceptance.HarnessProcess.codes;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A {@code result.json} of a run that something was done to. */
record BrokenResult(JsonNode result) {

    private static final Pattern WRONG = Pattern.compile(": (\\d+) wrong,");
    /** What is no answer to a fault: the books are wrong, or nothing was measured. */
    private static final List<String> NEVER = List.of("ACCOUNTING", "FAULT_NOT_DONE", "NO_SAMPLES", "OVERLOAD");

    /** Whatever a busy machine did to the latencies: what was measured is told, and the exit code says what the verdict says. */
    void assertHonest(int exitCode) {
        assertThat(codes(result)).as("%s", result.get("caveats")).doesNotContainAnyElementsOf(NEVER);
        assertThat(result.get("totals").get("completed").asLong()).isPositive();
        assertThat(result.get("checks")).isNotEmpty();
        boolean invalid = result.get("verdict").asText().equals("INVALID");
        boolean lost = codes(result).contains("TARGET_LOST");
        assertThat(isChecked() || codes(result).contains("UNCHECKED") || lost)
                .as("%s", result.get("caveats"))
                .isTrue();
        if (exitCode != 130) {
            assertThat(exitCode).isEqualTo(lost ? 13 : invalid ? 12 : 0);
        }
    }

    boolean isChecked() {
        return result.get("checks").findValuesAsText("when").contains("after");
    }

    /** The rows that the checks name; any other failure of theirs fails the test. */
    long lost() {
        long lost = 0;
        for (JsonNode check : result.get("checks")) {
            if (!check.get("passed").asBoolean()) {
                Matcher wrong = WRONG.matcher(check.get("detail").asText());
                assertThat(wrong.find()).as("%s", check).isTrue();
                lost += Long.parseLong(wrong.group(1));
            }
        }
        assertThat(codes(result).contains("DATA_MISMATCH")).isEqualTo(lost > 0);
        return lost;
    }

    /** Of the fault alone: without the size of the data set, and what a busy machine did to the load generator and the throughput. */
    private List<JsonNode> caveats() {
        return StreamSupport.stream(result.get("caveats").spliterator(), false)
                .filter(caveat -> !caveat.get("code")
                        .asText()
                        .matches("CLIENT_.*|REDUCED_ROWS|DISPATCH_LAG|NOT_STEADY|BURST_CREDITS"))
                .toList();
    }

    private String verdict() {
        List<String> severities = caveats().stream()
                .map(caveat -> caveat.get("severity").asText())
                .toList();
        return Stream.of("INVALID", "SUSPECT")
                .filter(severities::contains)
                .findFirst()
                .orElse("VALID");
    }

    /** Of the fault alone. */
    int exitCode(int own) {
        return own == 12 && !verdict().equals("INVALID") ? 0 : own;
    }

    /** The verdict with what made it worse than VALID, and whether nothing came for a while. */
    String told() {
        String reasons = caveats().stream()
                .filter(caveat -> !caveat.get("severity").asText().equals("NOTE")
                        || List.of("ERRORS", "STALL")
                                .contains(caveat.get("code").asText()))
                .map(caveat -> "`" + caveat.get("code").asText() + "`")
                .collect(Collectors.joining(", "));
        return verdict() + (reasons.isEmpty() ? "" : ", " + reasons);
    }

    Optional<String> recovery() {
        JsonNode fault = result.get("throughputPerSecond").path("faults").path(0);
        JsonNode seconds = fault.path("recoveredSeconds");
        return fault.isMissingNode()
                ? Optional.empty()
                : Optional.of(seconds.isMissingNode() ? "not in the run" : Math.round(seconds.asDouble()) + " s");
    }
}
