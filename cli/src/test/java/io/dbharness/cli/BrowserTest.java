package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.watch.Browser;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages in a real browser, started once: the live page during a run in real time against a simulation, which ends once the page has shown
 * it, and the reports of runs in virtual time. Skipped where there is no Chromium.
 */
@Tag("server")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowserTest {

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

    /** Lower ends of the verdict, the answer and the chart beside it, in pixels from the top; 0 for what the page lacks. */
    private static final String FIRST_SCREEN = """
            ['header.verdict strong', '.answer b', '.front figure.chart .plot']
              .map(what => Math.round(document.querySelector(what)?.getBoundingClientRect().bottom ?? 0)).join(' ')""";

    /** Verdict, name and value of the answer, and name of its chart, as they are read. */
    private static final String ANSWER = """
            ['header.verdict strong', '.answer span', '.answer b', '.front figcaption b']
              .map(what => document.querySelector(what)?.innerText ?? 'none').join(' | ')""";

    /** Texts that extend beyond the right edge of the window, and are not in a box that scrolls by itself. */
    private static final String BEYOND = """
            [...document.querySelectorAll('body *')]
              .filter(one => !one.closest('.wide, nav, .plot') && one.getBoundingClientRect().right > innerWidth + 1)
              .map(one => one.outerHTML.slice(0, 80))
              .concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []).join('\\n')""";

    /** Texts whose contrast with their background is below 4.5, as WCAG 2.1 has it. */
    private static final String PALE = """
            (() => {
              const channels = colour => colour.match(/[\\d.]+/g).map(Number);
              const background = one => {
                for (let at = one; at; at = at.parentElement) {
                  const colour = channels(getComputedStyle(at).backgroundColor);
                  if (colour.length === 3 || colour[3] > 0) { return colour; }
                }
                return [255, 255, 255];
              };
              const luminance = colour => colour.slice(0, 3).map(c => c / 255)
                .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
                .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
              return [...document.querySelectorAll('header *, .answer *, .headlines *, .remarks b, nav a, caption, th, td, .axis, .note')]
                .filter(one => {
                  const ends = [getComputedStyle(one).color, background(one)].map(c => luminance(Array.isArray(c) ? c : channels(c)));
                  return (Math.max(...ends) + 0.05) / (Math.min(...ends) + 0.05) < 4.5;
                })
                .map(one => one.outerHTML.slice(0, 80)).slice(0, 3).join('\\n');
            })()""";

    private static final String STUDY = """
            experiment: disks
            title: Faster disks and transactions
            subject: disk
            design: {baseline: slow, repeats: 3}
            subjects:
              slow: {label: Slow disk, options: {target: "sim:service=lognormal(8ms;0.3)"}}
              fast: {label: Fast disk, options: {target: "sim:service=lognormal(4ms;0.3)"}}
            phases: {warmup: 1s, duration: 5s}
            workloads:
              orders: {label: Orders, command: tpcc, options: {think-time: none, connections: 2}}
            tables:
              - {id: t, kind: metrics, title: Orders, rows: [{expr: throughput, label: Throughput}, {expr: tpmC, label: tpmC}]}
            charts:
              - {id: c, kind: bar, title: Orders by disk, series: [{label: operations per second, expr: throughput}]}
            claims:
              - {text: The fast disk doubles the throughput, expr: "throughput[fast, orders] / throughput[slow, orders] >= 1.8"}
              - {text: The fast disk quarters the time, expr: "p99[fast, orders] / p99[slow, orders] <= 0.3"}
            """;

    private static final String SIMULATED = "tpcc --target sim:service=lognormal(4ms;0.3) --think-time none"
            + " --connections 2 --warmup 1s --duration 5s --repeat 2 --out ";

    @TempDir
    Path directory;

    private Optional<Browser> opened = Optional.empty();

    private final Captured out = new Captured();
    private final Captured err = new Captured();
    private ShutdownHook interruption = TestContexts.hook(err);

    @BeforeAll
    void open(@TempDir Path profile) throws IOException, InterruptedException {
        Optional<String> program = Browser.program();
        assumeTrue(program.isPresent(), "no Chromium is on the path");
        opened = Optional.of(new Browser(program.get(), profile));
    }

    @BeforeEach
    void forgetInterruption() {
        interruption = TestContexts.hook(err);
    }

    @AfterAll
    void close() {
        opened.ifPresent(Browser::close);
    }

    @Test
    void theFirstScreenOfEachKindOfPageHasVerdictAnswerAndChartAndNoPageIsWiderThanItsWindow() throws IOException {
        Browser browser = opened.orElseThrow();
        SoftAssertions softly = new SoftAssertions();
        for (Map.Entry<Path, String> kind : pages().entrySet()) {
            Path page = kind.getKey();
            String name = directory.relativize(page).toString();
            browser.media("screen", false);
            browser.size(1400, 900);
            browser.open(page.toUri().toString());

            softly.assertThat(List.of(browser.evaluate(FIRST_SCREEN).split(" ")))
                    .as("lower ends of verdict, answer and chart of %s", name)
                    .allSatisfy(end -> assertThat(Integer.parseInt(end)).isBetween(10, 900));
            softly.assertThat(browser.evaluate(ANSWER))
                    .as("verdict, answer and chart of %s", name)
                    .matches(kind.getValue());
            softly.assertThat(browser.evaluate(PALE)).as("too pale in %s", name).isEmpty();
            browser.media("screen", true);
            softly.assertThat(browser.evaluate(PALE))
                    .as("too pale in %s when dark", name)
                    .isEmpty();
            for (int width : new int[] {390, 800, 1400}) {
                browser.size(width, 900);
                softly.assertThat(browser.evaluate(BEYOND))
                        .as("wider than %d pixels: %s", width, name)
                        .isEmpty();
            }
            browser.media("print", false);
            softly.assertThat(browser.evaluate("[...document.querySelectorAll('details.more')]"
                            + ".filter(one => one.lastElementChild.getBoundingClientRect().height === 0).length + ''"))
                    .as("folded on paper: %s", name)
                    .isEqualTo("0");
        }
        browser.media("screen", false);
        softly.assertAll();
    }

    /** A page of each kind, run, experiment, study, comparison, to its verdict, answer and chart: the main score where it is about runs. */
    private Map<Path, String> pages() throws IOException {
        Path repeats = directory.resolve("repeats");
        Path run = repeats.resolve("run-001");
        Path study = directory.resolve("study");
        Path comparison = directory.resolve("comparison.html");
        Path file = Files.writeString(directory.resolve("disks.yaml"), STUDY);
        executed((SIMULATED + repeats).split(" "));
        executed("experiment", "run", file.toString(), "--out", study.toString());
        executed("compare", "one=" + run, "two=" + repeats, "--html", comparison.toString());
        return Map.of(
                run.resolve("report.html"),
                "VALID \\| tpmC \\| \\d{5} \\| Throughput",
                repeats.resolve("report.html"),
                "VALID \\| tpmC \\| \\d{5} \\| Throughput, each run",
                study.resolve("report.html"),
                "measurements VALID, 1 of 2 claims contradicted \\| claims supported \\| 1 of 2 \\| Orders by disk",
                comparison,
                "UNDECIDED \\| throughput of two, baseline one \\| [+−]\\d.* % \\| Throughput");
    }

    private void executed(String... words) {
        assertThat(execute(words)).as(err.text()).isZero();
    }

    @Test
    void theNumbersMoveDuringARunAndTheReportComesAtItsEnd() throws IOException, InterruptedException {
        Browser browser = opened.orElseThrow();
        Path results = directory.resolve("results");
        Path page = results.resolve("report.html");
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
        String[] shown = browser.evaluate(FINISHED).split("\\|", 3);
        assertThat(run.join()).as(err.text()).isEqualTo(ExitCode.INTERRUPTED);
        String report = Files.readString(page);
        assertThat(report).contains("<strong>" + shown[0] + "</strong>", "<h1>" + shown[1] + "</h1>");
        assertThat(CHART.matcher(report).results()).hasSize(Integer.parseInt(shown[2]));

        assertThat(execute("report", results.toString())).isZero();
        assertThat(page).as("made again, without a live page").hasContent(report);
        assertThat(report).doesNotContain("EventSource", "connect-src");
        String plain = browser.withoutScripts(page.toUri().toString());
        assertThat(plain)
                .contains("<strong>" + shown[0] + "</strong>", "Response times", "NewOrder")
                .doesNotContain("<body class");
        assertThat(CHART.matcher(plain).results()).hasSize(Integer.parseInt(shown[2]));
    }

    /** Printed once, before anything else. */
    private String url() {
        while (true) {
            Matcher matcher = URL.matcher(err.text());
            if (matcher.find()) {
                return matcher.group(1);
            }
            Thread.onSpinWait();
        }
    }

    private int execute(String... words) {
        WorkloadCommand.Context context = TestContexts.of(Catalog.found(), out, err, interruption);
        int code = new Cli(context, new Machine(2, false)).execute(words);
        context.terminal().flush();
        interruption.finished();
        return code;
    }
}
