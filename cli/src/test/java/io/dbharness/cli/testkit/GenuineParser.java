package io.dbharness.cli.testkit;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.security.Permission;

/**
 * Parses lines with cassandra-stress itself, which must be on the class path of this process: reads one line a line from standard input,
 * its words separated by {@link #SEPARATOR}, and prints {@code accepted}, the reason for the refusal, or for a command that only prints
 * something its lines, {@link #PRINTED} before each. Needs {@code -Djava.security.manager=allow}, because cassandra-stress ends the process
 * at some errors.
 */
public final class GenuineParser {

    public static final String SEPARATOR = "\u0001";
    public static final String ACCEPTED = "accepted";
    public static final String PRINTED = "\u0002";

    private GenuineParser() {}

    /** Turns the end of the process into an exception. */
    @SuppressWarnings("removal")
    private static final class NoExit extends SecurityManager {

        @Override
        public void checkExit(int status) {
            throw new SecurityException("exit " + status);
        }

        @Override
        public void checkPermission(Permission permission) {
            // Everything else is allowed.
        }
    }

    @SuppressWarnings("removal")
    public static void main(String[] arguments) throws Exception {
        Method parse = Class.forName("org.apache.cassandra.stress.settings.StressSettings")
                .getMethod("parse", String[].class);
        System.setSecurityManager(new NoExit());
        PrintStream answers = System.out;
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            PrintStream output = new PrintStream(printed, true, StandardCharsets.UTF_8);
            System.setOut(output);
            System.setErr(output);
            String outcome = outcome(parse, line.split(SEPARATOR, -1));
            answers.println(
                    outcome.equals(PRINTED)
                            ? PRINTED + printed.toString(StandardCharsets.UTF_8).replace("\n", PRINTED)
                            : outcome);
        }
    }

    private static String outcome(Method parse, String[] words) throws IllegalAccessException {
        try {
            // Commands that only print something have no settings.
            return parse.invoke(null, (Object) words) == null ? PRINTED : ACCEPTED;
        } catch (InvocationTargetException e) {
            return String.valueOf(e.getCause()).replace('\n', ' ');
        }
    }
}
