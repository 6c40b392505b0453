package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.watch.Browser;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live page in a real browser, during a run in real time against a simulation, which ends once the page has shown it. Skipped where there is no Chromium. */
@Tag("server")
class LiveBrowserTest {

    private static final Pattern URL = Pattern.compile("live page at (\\S+)");

    private static final Pattern CHART = Pattern.compile("<figure class=\"chart");

    /** Kept when the measurement has shown other headlines than at first; with where the page is scrolled to and what is open. */
    private static final String CHANGE = """
            new Promise(done => {
              const text = () => [...document.querySelectorAll('.headlines b')].map(b => b.textContent).join(' ');
              const seen = [];
              const look = () => {
                const now = text();
                if (!document.querySelector('header strong').textContent.startsWith('SO FAR') || seen.includes(now)) { return; }
                seen.push(now);
                if (seen.length === 1) {
                  document.querySelector('figure.chart details').open = true;
                  document.documentElement.style.scrollBehavior = 'auto';
                  window.scrollTo(0, 300);
                }
                if (seen.length === 2) {
                  done(JSON.stringify([seen, Math.round(window.scrollY), document.querySelector('figure.chart details').open,
                    document.querySelector('header strong').textContent, document.getElementById('state').textContent]));
                }
              };
              new MutationObserver(look).observe(document.getElementById('page'), { childList: true, subtree: true });
              look();
            })""";

    private static final String FINISHED = """
            new Promise(done => {
              const state = document.getElementById('state');
              const look = () => {
                if (state.textContent.startsWith('finished')) {
                  done(document.querySelector('header strong').textContent + '|' + document.querySelector('h1').textContent
                    + '|' + document.querySelectorAll('figure.chart').length);
                }
              };
              new MutationObserver(look).observe(state, { childList: true, characterData: true, subtree: true });
              look();
            })""";

    @TempDir
    Path directory;

    private final Captured out = new Captured();
    private final Captured err = new Captured();
    private final ShutdownHook interruption = new ShutdownHook(Thread.currentThread(), err.stream(), code -> {});

    @Test
    void theNumbersMoveDuringARunAndTheReportComesAtItsEnd() throws IOException, InterruptedException {
        Optional<String> program = Browser.program();
        assumeTrue(program.isPresent(), "no Chromium is on the path");
        Path results = directory.resolve("results");
        Path page = results.resolve("report.html");
        try (Browser browser = new Browser(program.get(), directory.resolve("profile"))) {
            CompletableFuture<Integer> run = CompletableFuture.supplyAsync(() -> execute(
                    "tpcc",
                    "--target",
                    "sim:service=5ms,time=real",
                    "--think-time",
                    "none",
                    "--connections",
                    "2",
                    "--warmup",
                    "1s",
                    "--duration",
                    "10m",
                    "--watch",
                    "--out",
                    results.toString()));
            browser.open(url());

            assertThat(browser.evaluate(CHANGE))
                    .as(
                            "two texts of the headlines, where the page is scrolled to, what is open, the verdict so far, the state")
                    .endsWith(",300,true,\"SO FAR VALID\",\"live\"]");

            interruption.shutDown();
            String[] shown = browser.evaluate(FINISHED).split("\\|");
            assertThat(run.join()).as(err.text()).isEqualTo(ExitCode.INTERRUPTED);
            String report = Files.readString(page);
            assertThat(report).contains("<strong>" + shown[0] + "</strong>", "<h1>" + shown[1] + "</h1>");
            assertThat(CHART.matcher(report).results()).hasSize(Integer.parseInt(shown[2]));

            assertThat(execute("report", results.toString())).isZero();
            assertThat(page).as("made again, without a live page").hasContent(report);
            assertThat(report).doesNotContain("EventSource", "connect-src");
            String plain = browser.withoutScripts(page.toUri().toString());
            assertThat(plain)
                    .contains("<strong>" + shown[0] + "</strong>", "Percentiles", "NewOrder")
                    .doesNotContain("<body class");
            assertThat(CHART.matcher(plain).results()).hasSize(Integer.parseInt(shown[2]));
        }
    }

    /** Printed once, before anything else. */
    private String url() {
        while (true) {
            Matcher matcher = URL.matcher(err.text());
            if (matcher.find()) {
                return matcher.group(1);
            }
            Thread.yield();
        }
    }

    private int execute(String... words) {
        CommandOutput terminal = new CommandOutput(out.stream(), err.stream(), false, false, 80);
        WorkloadCommand.Context context = new WorkloadCommand.Context(
                Catalog.found(), terminal, new SystemClock(), new Tool("dbharness", "1.2.3", "abc"), interruption);
        int code = new Cli(context, new Machine(2, false)).execute(words);
        terminal.flush();
        interruption.finished();
        return code;
    }
}
