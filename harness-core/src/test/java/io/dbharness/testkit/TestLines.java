package io.dbharness.testkit;

import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Counts tests, and prints which classes begin and the trace of each failure. Thread-safe. */
final class TestLines implements TestExecutionListener {

    private final PrintWriter out;
    private final Map<String, String> failed = new TreeMap<>();
    private final Set<String> passed = new HashSet<>();
    private Optional<TestPlan> plan = Optional.empty();
    private long run;
    private long skipped;

    TestLines(PrintWriter out) {
        this.out = out;
    }

    /** Names of failed tests, and of classes whose preparation failed, by unique id. */
    synchronized Map<String, String> failed() {
        return Map.copyOf(failed);
    }

    /** Unique ids of tests that passed, and of classes whose preparation passed. */
    synchronized Set<String> passed() {
        return Set.copyOf(passed);
    }

    /** Tests that ran or were skipped. */
    synchronized long run() {
        return run;
    }

    synchronized long skipped() {
        return skipped;
    }

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan started) {
        plan = Optional.of(started);
    }

    @Override
    public synchronized void executionStarted(TestIdentifier started) {
        boolean isClass = started.getParentIdObject()
                .filter(parent -> parent.getSegments().size() == 1)
                .isPresent();
        if (isClass) {
            out.println("[INFO] Running " + started.getLegacyReportingName());
        }
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
        long tests = test.isTest()
                ? 1
                : plan.orElseThrow().getDescendants(test).stream()
                        .filter(TestIdentifier::isTest)
                        .count();
        run += tests;
        skipped += tests;
    }

    @Override
    public synchronized void executionFinished(TestIdentifier ended, TestExecutionResult result) {
        if (result.getStatus() == Status.ABORTED) {
            executionSkipped(ended, "");
            return;
        }
        boolean failure = result.getStatus() == Status.FAILED;
        if (failure) {
            failed.put(ended.getUniqueId(), name(ended));
            out.println("[ERROR] " + name(ended));
            result.getThrowable().ifPresent(cause -> cause.printStackTrace(out));
        } else {
            passed.add(ended.getUniqueId());
        }
        if (ended.isTest() || failure) {
            run++;
        }
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getClassName() + "." + test.getLegacyReportingName())
                .orElseGet(test::getLegacyReportingName);
    }
}
