package io.dbharness.testkit;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.reporting.legacy.xml.LegacyXmlReportGeneratingListener;

/**
 * Runs the tests of several modules in one JVM, because a JVM needs longer to start and to warm up than most modules need for their tests.
 * A failed test runs a second time. Prints a summary like that of Maven Surefire.
 *
 * <p>Arguments: a folder for the reports, the tags of tests to leave out, separated by commas, and folders with test classes. Ends with 1 if
 * a test fails twice or none runs. The properties {@code junit.jupiter.*} set the parallelism.
 */
public final class ModuleTests {

    private ModuleTests() {}

    /** A command-line program, so it prints. */
    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        Set<Path> folders = Arrays.stream(arguments).skip(2).map(Path::of).collect(Collectors.toSet());
        List<String> tags = Arrays.stream(arguments[1].split(","))
                .filter(tag -> !tag.isEmpty())
                .toList();
        LauncherDiscoveryRequestBuilder all = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClasspathRoots(folders))
                .filters(includeClassNamePatterns(".*Test"));
        if (!tags.isEmpty()) {
            all.filters(excludeTags(tags));
        }
        TestLines first = new TestLines(out);
        execute(all.build(), first, new LegacyXmlReportGeneratingListener(Path.of(arguments[0]), out));
        TestLines second = new TestLines(out);
        if (!first.failed().isEmpty()) {
            execute(only(first.failed().keySet()), second);
        }
        // One that is not found again, or is skipped then, has not passed.
        Map<String, String> failed = new TreeMap<>(first.failed());
        failed.keySet().removeAll(second.passed());
        failed.putAll(second.failed());
        Map<String, String> passedThen = new TreeMap<>(first.failed());
        passedThen.keySet().removeAll(failed.keySet());
        if (!passedThen.isEmpty()) {
            out.println("[WARNING] Flakes: ");
            passedThen.values().forEach(test -> out.println("[WARNING] " + test));
        }
        failed.values().forEach(test -> out.println("[ERROR] " + test));
        out.printf(
                "Tests run: %d, Failures: %d, Errors: 0, Skipped: %d%n", first.run(), failed.size(), first.skipped());
        System.exit(failed.isEmpty() && first.run() > 0 ? 0 : 1);
    }

    private static LauncherDiscoveryRequest only(Set<String> tests) {
        List<? extends DiscoverySelector> selectors =
                tests.stream().map(id -> selectUniqueId(id)).toList();
        return LauncherDiscoveryRequestBuilder.request().selectors(selectors).build();
    }

    private static void execute(LauncherDiscoveryRequest request, TestExecutionListener... listeners) {
        LauncherFactory.create().execute(request, listeners);
    }
}
