package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.testkit.Mutation;
import io.dbharness.cli.testkit.Unconnected;
import io.dbharness.random.Seed;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes command lines, study files, profiles, results and the files beside them at random. Whatever comes of it, the answer is right or
 * says in a sentence what is wrong. Another seed: {@code -Dfuzz.seed=7}; the number of a failure: {@code -Dfuzz.first=N}.
 */
@Tag("slow")
class FuzzTest {

    private static final int EVERY_TIME = 100;
    private static final String JSON = "result.json";
    private static final String PAGE = "report.html";
    private static final int SHOWN = 20;
    private static final int AT_NIGHT = 20_000;
    private static final long SEED = Long.getLong("fuzz.seed", 1);
    private static final int FIRST = Integer.getInteger("fuzz.first", 0);
    private static final Path ROOT = SourceTree.root();

    /** Which words follow a file that was changed, and which may be changed themselves: all behind the first that are kept. */
    private static final List<String> LINES = List.of(
            "tpcc --warehouses 2 --think-time none --connections 4 --duration 20s --target sim:service=1ms",
            "tpcc --rate 20..200:10 --arrival poisson --late skip --users 9 --target jdbc:postgresql://127.0.0.1:1/x --user a",
            "sysbench point-select --tables 2 --sweep connections=1,2,4..64 --repeat 3 --target sim:service=lognormal(4ms;0.3),iops=50",
            "insert-delete --connections 4 --fail-if p99<=5ms --strict --target jdbc:sqlserver://127.0.0.1:1;databaseName=x",
            "cql mixed --rows 500 --consistency quorum --search p50<=1ms --target cassandra://127.0.0.1:1/x?datacenter=dc1",
            "cql user profile=PROFILE ops=insert=1,day=4 --target cassandra://127.0.0.1:1/x?datacenter=dc1",
            "sql user profile=SQLFILE ops=take=3,add=1 --scale 0.1 --target jdbc:postgresql://127.0.0.1:1/x --user a",
            "cassandra-stress write n=5k cl=QUORUM -rate threads=4 fixed=9/s -col size=FIXED(9) -node 127.0.0.1 -pop seq=1..9 -mode native user=a",
            "cassandra-stress mixed ratio(read=1,write=2) duration=5s -rate auto -schema replication(factor=3) -node 127.0.0.1 --quiet",
            "disk --block 8k --read 75 --random 100 --guard mean<=20ms --sweep outstanding=1..256 --target sim:iops=500",
            "sysbench oltp-read-only --collect prometheus=http://127.0.0.1:1 --server-limit diskIops=5 --target sim:",
            "describe cql read",
            "list",
            "completion",
            "compare a=RESULT b=RESULT --baseline a --markdown");

    private static final Set<Integer> ALLOWED = Set.of(ExitCode.OK, ExitCode.USAGE);

    @TempDir
    Path directory;

    private final ShutdownHook interruption = TestContexts.hook(new Captured());
    private final Catalog catalog = Unconnected.catalog();
    private Path result = Path.of("");
    private Answer unchanged = new Answer(0, "", "");
    private byte[] page = {};

    /** What a command printed and left. */
    private record Answer(int code, String out, String err) {}

    @BeforeEach
    void makeAResult() throws IOException {
        result = directory.resolve("result");
        Answer made = execute(
                Catalog.found(),
                "disk --target sim:service=lognormal(4ms;0.3),iops=500 --users 2 --duration 3s --warmup 1s --seed 1 --out "
                        + result);
        assertThat(made.code()).as(made.err()).isZero();
        unchanged = execute(Catalog.found(), "report " + result);
        page = Files.readAllBytes(result.resolve(PAGE));
    }

    private Answer execute(Catalog catalog, String line) {
        return execute(catalog, List.of(line.split(" ")));
    }

    private Answer execute(Catalog catalog, List<String> words) {
        Captured out = new Captured();
        Captured err = new Captured();
        WorkloadCommand.Context context = TestContexts.of(catalog, out, err, interruption);
        int code = new Cli(context, new Machine(2, false)).execute(words.toArray(String[]::new));
        context.terminal().flush();
        return new Answer(code, out.text(), err.text());
    }

    @Test
    void manyChangedInputsAreAnsweredOrRefused() throws IOException {
        change(EVERY_TIME);
    }

    @Tag("nightly")
    @Test
    void twentyThousandChangedInputsAreAnsweredOrRefused() throws IOException {
        change(AT_NIGHT);
    }

    private void change(int times) throws IOException {
        List<String> failures = new ArrayList<>();
        for (int i = FIRST; i < FIRST + times; i++) {
            RandomGenerator random = new Seed(SEED).stream("fuzz", i);
            Mutation mutation = new Mutation(random);
            try {
                one(i, random, mutation);
            } catch (AssertionError | RuntimeException | StackOverflowError e) {
                failures.add(where(i) + ": " + e);
            }
        }
        assertThat(failures.stream().limit(SHOWN))
                .as(failures.size() + " inputs")
                .isEmpty();
    }

    private void one(int number, RandomGenerator random, Mutation mutation) throws IOException {
        String cql = "cql user ops=insert=1 --target cassandra://127.0.0.1:1/x?datacenter=dc1 profile=";
        String sql = "sql user --target jdbc:postgresql://127.0.0.1:1/x --user a profile=";
        switch (random.nextInt(7)) {
            case 0 -> line(number, random, mutation);
            case 1 -> result(number, random, mutation);
            case 2 -> study(number, random, mutation);
            case 3 -> file(number, cql, "examples/profiles", random, mutation);
            case 4 -> file(number, sql, "examples/sql", random, mutation);
            case 5 -> file(number, "provision plan ", "examples", random, mutation);
            default -> foreign(number, random, mutation);
        }
    }

    private void line(int number, RandomGenerator random, Mutation mutation) {
        String line = LINES.get(random.nextInt(LINES.size()))
                .replace(
                        "PROFILE",
                        ROOT.resolve("examples/profiles/readings.yaml").toString())
                .replace("SQLFILE", ROOT.resolve("examples/sql/job-queue.yaml").toString())
                .replace("RESULT", result.toString());
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(5)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, words.get(random.nextInt(words.size())));
                case 2 -> words.add(at, mutation.nasty());
                default -> words.set(at, mutation.text(words.get(at)));
            }
            words = words.isEmpty() ? new ArrayList<>(List.of("")) : words;
        }
        // The system ends a word at such a character.
        words.replaceAll(word -> word.replace("\0", ""));
        judge(number, execute(catalog, words), String.join(" ", words));
    }

    /** Of results of older versions, which hold no checksums, no more is asked than that they are read or refused. */
    private void result(int number, RandomGenerator random, Mutation mutation) throws IOException {
        boolean old = random.nextInt(3) == 0;
        String name = List.of(JSON, JSON, "latency.hlog", "intervals.csv").get(random.nextInt(4));
        Path copy = Files.createDirectories(directory.resolve("copy"));
        for (String file : List.of(JSON, "latency.hlog", "intervals.csv")) {
            byte[] content = Files.readAllBytes(result.resolve(file));
            if (old && file.equals(JSON)) {
                String text = new String(content, StandardCharsets.UTF_8);
                content = text.replaceAll("\"(checksum|files)\"", "\"no $1\"").getBytes(StandardCharsets.UTF_8);
            }
            Files.write(copy.resolve(file), file.equals(name) ? mutation.of(content) : content);
        }
        Answer answer = execute(catalog, "report " + copy);
        judge(
                number,
                answer,
                name + ":\n" + new String(Files.readAllBytes(copy.resolve(name)), StandardCharsets.UTF_8));
        if (answer.code() == ExitCode.OK && !old) {
            assertThat(answer.out().replace(copy.toString(), result.toString()))
                    .as(where(number))
                    .isEqualTo(unchanged.out());
            assertThat(Files.readAllBytes(copy.resolve(PAGE))).as(where(number)).isEqualTo(page);
        }
    }

    private void study(int number, RandomGenerator random, Mutation mutation) throws IOException {
        Path file = one("experiments", random);
        Files.writeString(directory.resolve("figures.csv"), "device,throughput\nhdd,5\n");
        String text = Files.readString(file).replaceAll("published/[\\w-]+\\.csv", "figures.csv");
        String command = List.of("validate", "plan", "report --published").get(random.nextInt(3));
        file(number, "experiment " + command + " --profile smoke ", text, mutation);
    }

    private void foreign(int number, RandomGenerator random, Mutation mutation) throws IOException {
        List<List<String>> inputs = List.of(
                List.of("fio", """
                        {"jobs": [{"read": {"iops": 300, "bw_bytes": 2457600, "total_ios": 3000, "clat_ns": {"min": 900, "max": 5688,
                          "mean": 1500.5, "percentile": {"50.000000": 1100}, "bins": {"1000": 2970, "5000": 30}}}, "write": {}}]}
                        """),
                List.of("diskspd", """
                        <Results><TestTimeSeconds>30.00</TestTimeSeconds><BytesCount>39321600</BytesCount><IOCount>480000</IOCount>
                        <AverageReadMilliseconds>4.5</AverageReadMilliseconds><Bucket><Percentile>99</Percentile>
                        <TotalMilliseconds>5.07</TotalMilliseconds></Bucket></Results>
                        """),
                List.of(
                        "csv",
                        "# from there\ndisk,repeat,throughput,mean [ms]\nultra,1,\"4,741.16\",12.65\nultra,2,TBD,13\n"),
                List.of("sysbench", "transactions: 26615 (4437.97 per sec.)\nLatency (ms):\n min: 1.2\n max: 101.5\n"),
                List.of("cassandra-stress", "Op rate : 19,974 op/s\nLatency mean : 22.1 ms\nTotal errors : 0\n"));
        List<String> input = inputs.get(random.nextInt(inputs.size()));
        Files.deleteIfExists(directory.resolve("own.csv"));
        file(number, "import " + input.get(0) + " --out=" + directory.resolve("own.csv") + " ", input.get(1), mutation);
    }

    private void file(int number, String command, String folder, RandomGenerator random, Mutation mutation)
            throws IOException {
        file(number, command, Files.readString(one(folder, random)), mutation);
    }

    private void file(int number, String command, String text, Mutation mutation) throws IOException {
        byte[] changed = mutation.of(text.getBytes(StandardCharsets.UTF_8));
        Path file = Files.write(directory.resolve("changed"), changed);
        Answer answer = execute(catalog, command + file);
        judge(number, answer, command + "\n" + new String(changed, StandardCharsets.UTF_8));
    }

    private static Path one(String folder, RandomGenerator random) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder), 1)) {
            List<Path> all = files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
            return all.get(random.nextInt(all.size()));
        }
    }

    private static String where(int number) {
        return "again with -Dfuzz.seed=" + SEED + " -Dfuzz.first=" + number;
    }

    private static void judge(int number, Answer answer, String input) {
        String where = where(number) + "; the input: " + (input.length() > 20_000 ? input.substring(0, 20_000) : input);
        // Who asks for a target that the line describes well gets as far as that.
        boolean unreachable =
                answer.code() == ExitCode.TARGET_UNREACHABLE && answer.err().contains(Unconnected.WHY);
        assertThat(ALLOWED.contains(answer.code()) || unreachable)
                .as("%s%nexit code %d, %s", where, answer.code(), answer.err())
                .isTrue();
        assertThat(answer.err())
                .as(where)
                .doesNotContain("internal:", "\tat ", "Exception")
                .doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]");
        assertThat(answer.out()).as(where).doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]");
        // The name of a family alone is answered by its commands.
        boolean lists = answer.err().startsWith("Usage: ") && answer.err().contains("\nCommands:\n");
        assertThat(answer.code() == ExitCode.USAGE && !lists ? answer.err() : "error: ")
                .as(where)
                .contains("error: ");
        assertThat(answer.out() + answer.err()).as(where).doesNotContain(":hunter2@");
    }
}
