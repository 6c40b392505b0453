package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

/** A process that dies before or after any of its requests leaves nothing that another one cannot take down. */
@Tag("fault")
final class AzureKillTest {

    /** In memory: every step waits for the disk twice, and there are thousands of them here. */
    @TempDir(factory = InMemory.class)
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    /** The end of a process, as far as its requests are concerned: nothing catches it and nothing follows it. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Dies at one request, before it leaves or after its answer came; and at every later one. */
    private static final class Killing implements HttpPipelinePolicy {
        private final AtomicInteger left;
        private final boolean before;

        private Killing(int request, boolean before) {
            this.left = new AtomicInteger(request);
            this.before = before;
        }

        @Override
        public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
            int now = left.decrementAndGet();
            if (now < 0 || (now == 0 && before)) {
                return Mono.error(new Killed());
            }
            return now == 0 ? next.process().flatMap(answer -> Mono.error(new Killed())) : next.process();
        }

        @Override
        public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
            int now = left.decrementAndGet();
            if (now < 0 || (now == 0 && before)) {
                throw new Killed();
            }
            HttpResponse answer = next.processSync();
            if (now == 0) {
                throw new Killed();
            }
            return answer;
        }
    }

    private static final String THEIRS =
            "/subscriptions/" + FakeResourceManager.SUBSCRIPTION + "/resourceGroups/theirs";

    /** What others have made, and what therefore stays. */
    private List<String> ofOthers() throws IOException {
        azure.put(THEIRS, "{\"id\":\"" + THEIRS + "\",\"name\":\"theirs\",\"location\":\"westus2\"}");
        String disk = THEIRS + "/providers/Microsoft.Compute/disks/u-disk-0";
        azure.put(
                disk,
                "{\"id\":\"" + disk + "\",\"name\":\"u-disk-0\",\"properties\":{},\"tags\":{\"team\":\"other\"}}");
        return azure.ids();
    }

    static Stream<String> files() {
        return Stream.of(
                AzureFiles.ONE_MACHINE, AzureFiles.WITH_CLIENT, AzureFiles.IN_A_GROUP_OF_OTHERS, AzureFiles.SEVERAL);
    }

    /** Each file is killed at other requests: together the files meet each kind of request. */
    private static int firstOf(String file, int stride) {
        List<String> all = files().toList();
        return 1 + all.indexOf(file) * stride / all.size();
    }

    @ParameterizedTest
    @MethodSource("files")
    void downInAnotherProcessLeavesNothingWhereverTheFirstOneDied(String file) throws IOException {
        killAndTakeDown(file, firstOf(file, 20), 20);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("files")
    void downInAnotherProcessLeavesNothingAtWhicheverRequestTheFirstOneDied(String file) throws IOException {
        killAndTakeDown(file, 1, 1);
    }

    private void killAndTakeDown(String file, int first, int stride) throws IOException {
        List<String> ofOthers = ofOthers();
        List<Asked> requests = requestsOfAWholeRun(file);
        assertThat(requests).hasSizeGreaterThan(20);
        for (int request = first; request <= requests.size(); request += stride) {
            // After a mere question all is as it was before it.
            boolean asks = requests.get(request - 1).isQuestion();
            for (boolean before : asks ? List.of(true) : List.of(true, false)) {
                Path directory = state.resolve(request + (before ? "-before" : "-after"));
                Cloud dying = new Cloud(azure.endpoint(), directory, new Killing(request, before));
                boolean died = dies(() -> dying.upAndKeep(file));

                new Cloud(azure.endpoint(), directory).down("one");

                String when = "killed " + (before ? "before" : "after") + " request " + request;
                assertThat(died).as(when).isTrue();
                assertThat(azure.ids()).as(when).isEqualTo(ofOthers);
                assertThat(directory).as(when).isEmptyDirectory();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void upInAnotherProcessGoesOnWhereverTheFirstOneDied(String file) throws IOException {
        killAndGoOn(file, firstOf(file, 40), 40);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("files")
    void upInAnotherProcessGoesOnAtWhicheverRequestTheFirstOneDied(String file) throws IOException {
        killAndGoOn(file, 1, 5);
    }

    private void killAndGoOn(String file, int first, int stride) throws IOException {
        List<String> ofOthers = ofOthers();
        int points = requestsOfAWholeRun(file).size();
        for (int request = first; request <= points; request += stride) {
            Path directory = state.resolve("resumed-" + request);
            Cloud dying = new Cloud(azure.endpoint(), directory, new Killing(request, false));
            assertThat(dies(() -> dying.upAndKeep(file))).isTrue();

            new Cloud(azure.endpoint(), directory).up(file);

            assertThat(azure.ids().stream().filter(id -> id.contains("/virtualmachines/u")))
                    .as("after request " + request)
                    .isNotEmpty();
            new Cloud(azure.endpoint(), directory).down("one");
            assertThat(azure.ids()).isEqualTo(ofOthers);
        }
    }

    @Test
    void aDownThatDiesCanBeRepeated() {
        Cloud cloud = new Cloud(azure.endpoint(), state);
        for (int request = 1; request <= 3; request++) {
            cloud.up(AzureFiles.ONE_MACHINE);
            Cloud dying = new Cloud(azure.endpoint(), state, new Killing(request, false));
            assertThatThrownBy(() -> dying.down("one")).hasStackTraceContaining("Killed");

            new Cloud(azure.endpoint(), state).down("one");

            assertThat(azure.ids()).isEmpty();
        }
    }

    @Test
    void anUpThatDiesWhileItTakesBackAFailureIsFinishedByDown() {
        int failing = requestsUntilTheMachineFails();
        for (int request = failing + 1; request <= failing + 4; request++) {
            for (boolean before : List.of(true, false)) {
                azure.add(InjectedResponse.answer(409, "Conflict", 3, asked -> asked.is("PUT", "/virtualMachines/u")));
                Path directory = state.resolve(request + (before ? "-before" : "-after"));
                Cloud dying = new Cloud(azure.endpoint(), directory, new Killing(request, before));
                assertThatThrownBy(() -> dying.up(AzureFiles.ONE_MACHINE)).hasStackTraceContaining("Killed");

                new Cloud(azure.endpoint(), directory).down("one");

                assertThat(azure.ids()).isEmpty();
                assertThat(directory).isEmptyDirectory();
            }
        }
    }

    private int requestsUntilTheMachineFails() {
        azure.add(InjectedResponse.answer(409, "Conflict", 3, asked -> asked.is("PUT", "/virtualMachines/u")));
        Cloud cloud = new Cloud(azure.endpoint(), state.resolve("failing"));
        int earlier = azure.requests().size();
        assertThatThrownBy(() -> cloud.upAndKeep(AzureFiles.ONE_MACHINE)).hasMessageContaining("Conflict");
        int requests = azure.requests().size() - earlier;
        cloud.down("one");
        return requests;
    }

    private List<Asked> requestsOfAWholeRun(String file) {
        Path directory = state.resolve("whole");
        Cloud cloud = new Cloud(azure.endpoint(), directory);
        int earlier = azure.requests().size();
        cloud.up(file);
        List<Asked> requests = azure.requests();
        cloud.down("one");
        return requests.subList(earlier, requests.size());
    }

    /** Whether it ended by being killed; the libraries in between may wrap the end. */
    private static boolean dies(Runnable work) {
        try {
            work.run();
            return false;
        } catch (Killed | RuntimeException e) {
            return Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
                    .anyMatch(Killed.class::isInstance);
        }
    }

    @Test
    void aRealProcessThatIsKilledInTheMiddleOfARequestIsCleanedUpByAnother() throws Exception {
        azure.hangAt(request -> request.is("PUT", "/virtualMachines/u"));
        Process java = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UpOnly.class.getName(),
                        azure.endpoint(),
                        state.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            azure.awaitHanging();
        } finally {
            java.destroyForcibly().waitFor();
        }
        azure.letGo();
        assertThat(azure.ids()).isNotEmpty();

        new Cloud(azure.endpoint(), state).down("one");

        assertThat(azure.ids()).isEmpty();
        assertThat(state).isEmptyDirectory();
    }
}
