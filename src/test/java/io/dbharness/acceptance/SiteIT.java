package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The site of README and docs, as {@code make site} makes it. A broken link or anchor ends the build. */
@Tag("nightly")
class SiteIT {

    private static final Path ROOT = SourceTree.root();
    private static final Path SITE = ROOT.resolve("packaging/target/site");
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final int MINUTES = 10;

    @TempDir
    static Path folder;

    @BeforeAll
    static void makeSite() throws IOException, InterruptedException {
        run(List.of("make", "-C", ROOT.toString(), "site"));
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        assertThat(ended && process.waitFor() == 0).as(Files.readString(output)).isTrue();
        return Files.readString(output);
    }

    static boolean hasBrowser() {
        return Files.isExecutable(BROWSER);
    }

    @Test
    void everyPageIsInTheSiteAndInItsNavigation() throws IOException {
        String navigation = Files.readString(SITE.resolve("README.html"));
        try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
            assertThat(pages.map(page -> page.getFileName().toString()).filter(name -> name.endsWith(".md")))
                    .hasSizeGreaterThan(10)
                    .allSatisfy(name -> {
                        String page = "docs/" + name.replace(".md", ".html");
                        assertThat(SITE.resolve(page)).isNotEmptyFile();
                        assertThat(navigation).contains("href=\"" + page + "\"");
                    });
        }
        assertThat(SITE.resolve("index.html")).content().contains("README.html");
    }

    @Test
    @EnabledIf(value = "hasBrowser", disabledReason = "chromium is not installed")
    void theSearchFindsAPageWithoutAServer() throws IOException, InterruptedException {
        String found = run(List.of(
                BROWSER.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile"),
                "--virtual-time-budget=20000",
                "--dump-dom",
                SITE.resolve("search.html").toUri() + "?q=coordinated+omission"));

        assertThat(found.replaceFirst("(?s).*class=\"search\">(.*?)</ul>.*", "$1"))
                .contains("href=\"docs/concepts.html\"")
                .doesNotContain("docs/provisioning.html");
    }
}
