package io.dbharness.acceptance;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Says what came of each test, in a line, when it is known; {@code src/test/docker/check-database.sh} repeats the lines at the end. */
final class Told implements TestWatcher {

    private static final int LONGEST = 300;

    @Override
    public void testSuccessful(ExtensionContext context) {
        say("PASS", context, "");
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        String why = String.valueOf(cause.getMessage()).strip().replaceAll("\\s+", " ");
        say("FAIL", context, ": " + why.substring(0, Math.min(LONGEST, why.length())));
    }

    @Override
    public void testAborted(ExtensionContext context, Throwable cause) {
        say("SKIP", context, ": " + cause.getMessage());
    }

    @Override
    public void testDisabled(ExtensionContext context, Optional<String> reason) {
        say("SKIP", context, reason.map(why -> ": " + why).orElse(""));
    }

    private static void say(String outcome, ExtensionContext context, String why) {
        System.out.println(outcome + "  " + context.getDisplayName() + why);
    }
}
