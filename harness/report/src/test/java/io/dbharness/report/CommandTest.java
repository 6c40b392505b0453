package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.result.LoadFacts;
import io.dbharness.result.LoadFacts.Retry;
import io.dbharness.result.LoadFacts.Segment;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.PlanFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommandTest {

    private static RunResult open(List<Segment> rate, double warmUp, String late, @Nullable Long until) {
        return open(rate, warmUp, late, until, null);
    }

    private static RunResult open(
            List<Segment> rate, double warmUp, String late, @Nullable Long until, @Nullable Double error) {
        return SampleResult.planned(PlanFacts.of(
                "open, in words that nobody parses",
                false,
                new PlanFacts.Size(10, 4, "leased"),
                7,
                10,
                Map.of(),
                LoadFacts.of(
                        new LoadFacts.Shape("open", "", rate, "poisson", late),
                        new LoadFacts.Times(warmUp, 20, 30, 1),
                        new LoadFacts.End(until, error, error == null ? null : 30),
                        null,
                        new Retry(10, 0.001, 0.1))));
    }

    private static String shell(RunResult result) {
        return Command.of(result).shell();
    }

    @Test
    void aConstantRateIsRepeatedWithItsLatePolicyAndItsLimit() {
        assertThat(shell(open(List.of(new Segment(100, 100, 0)), 5, "skip", 5000L)))
                .isEqualTo(
                        "java -jar harness.jar tpcc --think-time none --warehouses 1 --rate 100/s --arrival poisson --late skip"
                                + " --users 10 --connections 4 --isolation read-committed --warmup 5s --duration 20s --until 5000"
                                + " --seed 7 --max-attempts 10");
    }

    @Test
    void aRunThatEndedByTheStandardErrorOfItsRateDoesSoAgain() {
        assertThat(shell(open(List.of(new Segment(100, 100, 0)), 5, "queue", null, 0.02)))
                .contains(" --duration 20s --until 'err<0.02,n>30' ");
    }

    @Test
    void aRampIsRepeatedAsARamp() {
        assertThat(shell(open(List.of(new Segment(0, 0, 5), new Segment(0, 5000, 20)), 5, "queue", null)))
                .contains(" --rate '0->5000/s' --arrival poisson --late queue ");
        assertThat(shell(open(List.of(new Segment(0.5, 2, 20)), 0, "queue", null)))
                .contains(" --rate '0.5->2/s' ", " --warmup 0s ");
    }

    @Test
    void aRateThatNoOptionCanSayIsNotGuessed() {
        Command command = Command.of(
                open(List.of(new Segment(1, 1, 5), new Segment(2, 2, 5), new Segment(2, 9, 10)), 5, "queue", null));

        assertThat(command.words()).doesNotContain("--rate");
        assertThat(command.unknown()).singleElement().asString().contains("3 segments", "plan.loadModel.rate");
    }

    @Test
    void ratesOfMergedClientsAreNotGuessed() {
        Command command = Command.of(SampleResult.planned(
                PlanFacts.of("2 x open, 100/s", false, new PlanFacts.Size(10, 4, "leased"), 7, 10, Map.of(), null)));

        assertThat(command.words())
                .doesNotContain("--rate", "--arrival", "--late")
                .contains("--users", "--duration");
        assertThat(command.unknown()).singleElement().asString().contains("--rate", "2 x open, 100/s");
    }

    @Test
    void theShellTakesTheTextApartIntoTheSameWords() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                "plain",
                "two words",
                "it's",
                "''",
                "$HOME",
                "`id`",
                "$(id)",
                "a\nb",
                "```\n",
                "\\",
                "\\n",
                "\"",
                "~",
                "*",
                "#",
                "!x",
                ";&|<>",
                "0->5000/s",
                "ä €",
                "-",
                "%s",
                "\t",
                "\u001b[31m",
                "\r",
                "\u0085",
                "a=b c"));
        words.addAll(IntStream.range(1, 128).mapToObj(c -> "x" + (char) c + "y").toList());

        Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\0' " + new Command(words, List.of()).shell())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(shell.waitFor()).isZero();
        assertThat(Arrays.asList(printed.split("\0", -1)).subList(0, words.size()))
                .isEqualTo(words);
    }

    @Test
    void aValueWithBackticksDoesNotEndTheFence() {
        String report =
                new MarkdownReport().report(SampleResult.configured(Map.of("profile", "a\n```\n# not a heading")));

        assertThat(report).contains("\n````\njava -jar", "'a\n```\n# not a heading'", "\n````\n\nAdd `--target`");
    }
}
