package io.dbharness.acceptance;

import static io.dbharness.acceptance.HarnessProcess.processesUnder;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.FaultProxy;
import io.dbharness.testkit.shared.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One fault done to one workload, by the jar, on a real server. */
record FaultCell(Fault fault, Work work) {

    /** Of a run, its warm-up included. */
    private static final int FAULT_AFTER_SECONDS = 3;

    private static final Duration SILENCE = Duration.ofSeconds(4);
    /** Loads send several times that. */
    private static final long BYTES_IN_THE_MIDDLE = 5_000_000;

    private static final Duration CLAIM_EXPIRES = Duration.ofMinutes(2);
    private static final String CLAIMED = "another process is loading";
    private static final Pattern PORT = Pattern.compile("(?<=//127\\.0\\.0\\.1:)\\d+");
    /** What is done. */
    enum Kind {
        /** By the harness itself, to its server. */
        BY_OPTION,
        /** By the harness itself, to its server, which is killed. */
        RESTARTED,
        SILENT_FOR_A_WHILE,
        SILENT,
        CUT,
        TERMINATED,
        KILLED;

        /** Between the harness and a server that somebody else runs. */
        boolean inTheNetwork() {
            return this == SILENT_FOR_A_WHILE || this == SILENT || this == CUT;
        }
    }

    /**
     * @param name    as in the table
     * @param inLoad  rather than in the run
     * @param options of the command that is broken
     * @param exits   the exit codes that are documented for it
     */
    record Fault(String name, Kind kind, boolean inLoad, List<String> options, List<Integer> exits) {}

    /**
     * @param name    as in the table
     * @param server  that it runs on
     * @param words   what is typed
     * @param losable rows at most that the server acknowledges and then loses when it is killed
     */
    record Work(String name, String server, String words, int losable) {}

    /**
     * @param rowsLost  and how that is known
     * @param processes that were left over
     * @param ended     from the fault to the end of the last process
     * @param verdict   with its reasons, of the fault alone
     * @param exitCode  that goes with this verdict
     * @param recovery  as the harness timed it
     */
    record Outcome(String rowsLost, int processes, Duration ended, String verdict, int exitCode, String recovery) {}

    @Override
    public String toString() {
        return fault.name + " | " + work.name;
    }

    /** The harness works in {@code client}, so that processes of its own and of the test are told apart. */
    Outcome run(Path folder) throws Exception {
        Path client = Files.createDirectory(folder.resolve("client"));
        if (!fault.inLoad && !fault.kind.inTheNetwork()) {
            List<String> where = List.of("--data-dir", folder.resolve("data").toString());
            return new Client(client, folder, where, Map.of()).injectFault(this, Optional.empty());
        }
        try (RunningServer server = Shared.startServer(new TargetSpec(
                        work.server,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(folder.resolve("data")),
                        work.server.contains("cassandra") ? Map.of("jvm", "-XX:TieredStopAtLevel=1") : Map.of()));
                FaultProxy network = new FaultProxy(port(server.address()))) {
            TargetSpec address = server.address();
            Map<String, String> environment = address.password()
                    .map(p -> Map.of("DB_PASSWORD", p.reveal()))
                    .orElse(Map.of());
            return new Client(client, client, target(address), environment).injectFault(this, Optional.of(network));
        }
    }

    private static int port(TargetSpec address) {
        return PORT.matcher(address.url())
                .results()
                .map(MatchResult::group)
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElseThrow();
    }

    private static List<String> target(TargetSpec address) {
        return Stream.concat(
                        Stream.of("--target", address.url()),
                        address.user().stream().flatMap(u -> Stream.of("--user", u, "--password", "env:DB_PASSWORD")))
                .toList();
    }

    /**
     * @param folder where the harness works
     * @param owned  all that it starts has its files under this
     * @param where  the options that lead to the data, by a network in which everything arrives
     */
    private record Client(Path folder, Path owned, List<String> where, Map<String, String> environment) {

        private HarnessProcess start(FaultCell cell, Optional<FaultProxy> network, List<String> more)
                throws IOException {
            String[] arguments = Stream.of(List.of(cell.work.words.split(" ")), where, more)
                    .flatMap(List::stream)
                    .map(word -> network.map(n -> PORT.matcher(word).replaceFirst(String.valueOf(n.port())))
                            .orElse(word))
                    .toArray(String[]::new);
            return HarnessProcess.start(folder, List.of(), environment, arguments);
        }

        private Outcome injectFault(FaultCell cell, Optional<FaultProxy> network) throws Exception {
            HarnessProcess harness = start(cell, network, cell.options());
            cell.awaitTime(harness, network);
            long from = System.nanoTime();
            cell.doTo(harness, network);
            int exitCode = harness.exitCode();
            List<ProcessHandle> left = cell.fault.kind == Kind.KILLED ? left() : processesUnder(owned);
            Duration ended = Duration.ofNanos(System.nanoTime() - from);
            assertThat(left).as("processes left by\n" + harness.errors()).isEmpty();
            assertThat(exitCode).as(harness.output() + harness.errors()).isIn(cell.fault.exits);
            Optional<BrokenResult> result = Files.exists(folder.resolve("broken/result.json"))
                    ? Optional.of(new BrokenResult(harness.result("broken")))
                    : Optional.empty();
            assertThat(result.isPresent()).isEqualTo(!cell.fault.inLoad && cell.fault.kind != Kind.KILLED);
            result.ifPresent(r -> r.assertHonest(exitCode));
            long lost = result.map(BrokenResult::lost).orElse(0L);
            assertThat(lost)
                    .as(harness.output())
                    .isLessThanOrEqualTo(cell.fault.kind == Kind.RESTARTED ? cell.work.losable : 0);
            boolean checked = result.filter(BrokenResult::isChecked).isPresent();
            if (!checked) {
                network.ifPresent(FaultProxy::cut);
                assertTheNextRunFindsItsData(cell);
            }
            return new Outcome(
                    lost + (checked ? "" : " by the next run"),
                    left.size(),
                    ended,
                    result.map(BrokenResult::told).orElse("none"),
                    result.map(r -> r.exitCode(exitCode)).orElse(exitCode),
                    result.flatMap(BrokenResult::recovery).orElse(""));
        }

        /** Servers of what was killed end by themselves, soon. */
        private List<ProcessHandle> left() throws Exception {
            CompletableFuture.allOf(processesUnder(owned).stream()
                            .map(ProcessHandle::onExit)
                            .toArray(CompletableFuture[]::new))
                    .get(1, TimeUnit.MINUTES);
            return processesUnder(owned);
        }

        private void assertTheNextRunFindsItsData(FaultCell cell) throws Exception {
            HarnessProcess next = next(cell);
            // On Cassandra the claim of a load that could not give it back expires by itself.
            long giveUp = System.nanoTime() + CLAIM_EXPIRES.toNanos();
            while (next.exitCode() == 1 && next.errors().contains(CLAIMED) && System.nanoTime() < giveUp) {
                next = next(cell);
            }
            assertThat(next.exitCode()).as(next.output() + next.errors()).isIn(0, 12);
            BrokenResult result = new BrokenResult(next.result("next"));
            result.assertHonest(next.exitCode());
            assertThat(result.lost()).as(next.output()).isZero();
            assertThat(result.isChecked()).as(next.output()).isTrue();
            assertThat(processesUnder(owned)).isEmpty();
        }

        private HarnessProcess next(FaultCell cell) throws IOException {
            String[] options = {
                "--rate", "100/s", "--connections", "4", "--warmup", "0s", "--duration", "2s", "--out", "next"
            };
            return start(cell, Optional.empty(), List.of(options));
        }
    }

    private List<String> options() {
        List<String> common = fault.inLoad
                ? List.of("--load", "only")
                : List.of("--rate", "100/s", "--connections", "4", "--warmup", "1s", "--out", "broken");
        return Stream.concat(common.stream(), fault.options.stream()).toList();
    }

    private void awaitTime(HarnessProcess harness, Optional<FaultProxy> network) throws InterruptedException {
        if (fault.inLoad) {
            harness.await(() -> network.orElseThrow().carried() > BYTES_IN_THE_MIDDLE, "the middle of the load");
        } else {
            harness.awaitSeconds("broken", FAULT_AFTER_SECONDS);
        }
    }

    private void doTo(HarnessProcess harness, Optional<FaultProxy> network) throws Exception {
        switch (fault.kind) {
            case BY_OPTION, RESTARTED -> {}
            case SILENT_FOR_A_WHILE -> {
                network.orElseThrow().swallow();
                long heals = System.nanoTime() + SILENCE.toNanos();
                harness.await(() -> System.nanoTime() > heals, "the end of the silence");
                network.orElseThrow().heal();
            }
            case SILENT -> network.orElseThrow().swallow();
            case CUT -> network.orElseThrow().cut();
            case TERMINATED -> harness.terminate();
            case KILLED -> harness.kill();
        }
    }
}
