package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.testkit.Unconnected;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.StateDirectory;
import io.dbharness.provisioning.existing.ExistingProvider;
import io.dbharness.random.Seed;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.testkit.TestEffort;
import io.dbharness.testkit.TextGrammar;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generates files of every kind from grammars of what they may hold and of what they may not. Each is accepted, or refused in one bounded
 * message with exit code 2. Another seed: {@code -Dfuzz.seed=7}; the number of a failure: {@code -Dfuzz.first=N}.
 */
@Tag("slow")
@Timeout(1_800)
class GrammarFuzzTest {

    private static final int INPUTS = TestEffort.of(1_000, 20_000);
    private static final int LONGEST_MESSAGE = 4_000;
    private static final Duration LONGEST_WORK = Duration.ofSeconds(5);
    private static final int SHOWN = 20;
    private static final long SEED = Long.getLong("fuzz.seed", 1);
    private static final int FIRST = Integer.getInteger("fuzz.first", 0);
    private static final String CONTROL = "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]";

    /** A kind of file: the rule of its grammar, the grammar and the command that reads it. */
    private record Kind(String rule, String grammar, List<String> command) {

        static Kind of(String rule, String grammar, String command) {
            return new Kind(rule, grammar, List.of(command.split(" ")));
        }
    }

    private static final List<Kind> KINDS = List.of(
            Kind.of("study", "study", "experiment validate FILE --profile smoke"),
            Kind.of("study", "study", "experiment plan FILE"),
            Kind.of("study", "study", "experiment report --published FILE"),
            Kind.of("targets", "study", "experiment validate STUDY --targets FILE"),
            Kind.of(
                    "cqlprofile",
                    "cqlprofile",
                    "cql user profile=FILE ops=insert=1,q=1 --target cassandra://127.0.0.1:1/x?datacenter=dc1"),
            Kind.of(
                    "sqlprofile",
                    "sqlprofile",
                    "sql user profile=FILE --target jdbc:postgresql://127.0.0.1:1/x --user a"),
            Kind.of("sqlprofile", "sqlprofile", "sql user profile=FILE --target sim:service=1ms --until 20 --out OUT"),
            Kind.of("provisioning", "provisioning", "provision plan FILE"),
            Kind.of("prices", "provisioning", "provision plan AZURE --prices FILE"),
            Kind.of("result", "result", "report DIRECTORY"),
            Kind.of("result", "result", "compare a=DIRECTORY b=DIRECTORY"),
            Kind.of("fio", "imports", "import fio FILE --out OUT"),
            Kind.of("diskspd", "imports", "import diskspd FILE --out OUT"),
            Kind.of("csv", "imports", "import csv FILE --out OUT"),
            Kind.of("sysbench", "imports", "import sysbench FILE --out OUT"),
            Kind.of("cassandra-stress", "imports", "import cassandra-stress FILE --out OUT"),
            Kind.of("ledger", "ledger", ""));

    @TempDir
    Path directory;

    private final ShutdownHook interruption = TestContexts.hook(new Captured());
    private final Catalog catalog = Unconnected.catalog();
    private final Map<String, TextGrammar> grammars = new HashMap<>();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    private record Answer(int code, String out, String err) {}

    private static String resource(String name) {
        try (InputStream in = GrammarFuzzTest.class.getResourceAsStream("grammar/" + name + ".txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TextGrammar grammar(String name) {
        return grammars.computeIfAbsent(
                name, missing -> TextGrammar.parse(resource("common") + "\n" + resource(missing)));
    }

    @Test
    void generatedInputsAreAcceptedOrRefused() throws IOException {
        Files.writeString(directory.resolve("study.yaml"), """
                experiment: x
                subject: disk
                subjects: {a: {options: {target: TBD}}, b: {options: {target: TBD}}}
                workloads: {w: {command: sysbench point-select}}
                families: {f: {}}
                """);
        Files.writeString(directory.resolve("azure.yaml"), """
                name: x
                subjects: {a: {provider: azure, vm: Standard_D4s_v5, tier: P10}}
                azure: {region: westus2, allow-from: 203.0.113.7, expires: 1d}
                """);
        List<String> failures = new ArrayList<>();
        int accepted = 0;
        for (int i = FIRST; i < FIRST + INPUTS; i++) {
            Kind kind = KINDS.get(i % KINDS.size());
            String text = grammar(kind.grammar).text(kind.rule, new Seed(SEED).stream("grammar", i));
            try {
                long before = threads.getCurrentThreadCpuTime();
                Answer answer = kind.command.equals(List.of("")) ? ledger(text) : command(kind, text);
                accepted += answer.code() == ExitCode.OK ? 1 : 0;
                judge(answer, Duration.ofNanos(threads.getCurrentThreadCpuTime() - before));
            } catch (AssertionError | RuntimeException | StackOverflowError e) {
                failures.add("-Dfuzz.seed=" + SEED + " -Dfuzz.first=" + i + ", " + kind.command + ": " + e
                        + "\nthe input: " + text.substring(0, Math.min(4_000, text.length())));
            }
        }

        assertThat(failures.stream().limit(SHOWN))
                .as(failures.size() + " inputs")
                .isEmpty();
        // A grammar whose texts are all refused at their first line would test nothing.
        assertThat(accepted).isGreaterThan(INPUTS / 20);
    }

    private Answer command(Kind kind, String text) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), text);
        Path result = Files.createDirectories(directory.resolve("result"));
        Files.writeString(result.resolve("result.json"), text);
        Path out = directory.resolve("out");
        remove(out);
        List<String> words = kind.command.stream()
                .map(word -> word.replace("FILE", file.toString())
                        .replace("DIRECTORY", result.toString())
                        .replace("OUT", out.toString())
                        .replace("STUDY", directory.resolve("study.yaml").toString())
                        .replace("AZURE", directory.resolve("azure.yaml").toString()))
                .toList();
        Captured printed = new Captured();
        Captured errors = new Captured();
        WorkloadCommand.Context context = TestContexts.of(catalog, printed, errors, interruption);
        int code = new Cli(context, new Machine(2, false)).execute(words.toArray(String[]::new));
        context.terminal().flush();
        return new Answer(code, printed.text(), errors.text());
    }

    private static void remove(Path tree) throws IOException {
        if (Files.isDirectory(tree)) {
            try (var files = Files.walk(tree)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        } else {
            Files.deleteIfExists(tree);
        }
    }

    /** The ledger of a run among those of this account. */
    private Answer ledger(String text) throws IOException {
        Path state = directory.resolve("state");
        Files.writeString(Files.createDirectories(state.resolve("x")).resolve("ledger.jsonl"), text);
        Provisioning provisioning = new Provisioning(
                new StateDirectory(state),
                List.of(new ExistingProvider()),
                new SystemClock(),
                Seed.DEFAULT.stream("ids", 0));
        List<String> damaged = new ArrayList<>();
        provisioning.list(damaged::add);
        try {
            return new Answer(ExitCode.OK, provisioning.status("x") + String.join("", damaged), "");
        } catch (HarnessException e) {
            return new Answer(ExitCode.USAGE, "", "error: " + e.getMessage());
        }
    }

    private static void judge(Answer answer, Duration work) {
        boolean unreachable =
                answer.code() == ExitCode.TARGET_UNREACHABLE && answer.err().contains(Unconnected.WHY);
        assertThat(answer.code() == ExitCode.OK || answer.code() == ExitCode.USAGE || unreachable)
                .as("exit code %d, %s", answer.code(), answer.err())
                .isTrue();
        assertThat(answer.err())
                .hasSizeLessThanOrEqualTo(LONGEST_MESSAGE)
                .doesNotContain("internal:", "\tat ", "Exception")
                .doesNotContainPattern(CONTROL);
        assertThat(answer.out()).doesNotContainPattern(CONTROL);
        assertThat(answer.code() == ExitCode.USAGE ? answer.err() : "error: ").contains("error: ");
        assertThat(work).isLessThan(LONGEST_WORK);
    }
}
