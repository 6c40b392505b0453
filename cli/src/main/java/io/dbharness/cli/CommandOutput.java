package io.dbharness.cli;

import java.io.Console;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where commands write, always UTF-8, and what is known of the other end. */
final class CommandOutput {

    private static final int DEFAULT_COLUMNS = 80;
    private static final int NARROWEST = 20;

    private final PrintStream rawOut;
    private final PrintStream rawErr;
    private final PlainLines outLines;
    private final PlainLines errLines;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean live;
    private final boolean colour;
    private final int columns;

    /**
     * A terminal.
     *
     * @param out     standard output: the final summary or the JSON, nothing else
     * @param err     standard error: progress, problems
     * @param live    whether progress on {@code err} may overwrite itself
     * @param colour  whether {@code out} understands colours and the user wants them
     * @param columns width of the terminal
     */
    CommandOutput(PrintStream out, PrintStream err, boolean live, boolean colour, int columns) {
        this.rawOut = out;
        this.rawErr = err;
        this.outLines = new PlainLines(out);
        this.errLines = new PlainLines(err);
        this.out = new PrintStream(outLines, true, StandardCharsets.UTF_8);
        this.err = new PrintStream(errLines, true, StandardCharsets.UTF_8);
        this.live = live;
        this.colour = colour;
        this.columns = columns;
    }

    /** The process's own streams. */
    static CommandOutput standard(Map<String, String> environment) {
        boolean dumb = environment.getOrDefault("TERM", "dumb").equals("dumb");
        boolean automatic = environment.containsKey("CI");
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new CommandOutput(
                stream(FileDescriptor.out),
                stream(FileDescriptor.err),
                !dumb && !automatic && isTerminal(2),
                !dumb && !plain && isTerminal(1),
                columns(environment).orElseGet(() -> isTerminal(2) || isTerminal(1) ? width() : DEFAULT_COLUMNS));
    }

    /** Standard output for texts. */
    PrintStream out() {
        return out;
    }

    /** Standard error for texts. */
    PrintStream err() {
        return err;
    }

    /** Returns standard output for escape sequences and texts that must stay unchanged. */
    PrintStream rawOut() {
        return rawOut;
    }

    /** Standard error for what needs escape sequences. */
    PrintStream rawErr() {
        return rawErr;
    }

    boolean live() {
        return live;
    }

    boolean colour() {
        return colour;
    }

    int columns() {
        return columns;
    }

    /** Prints what is left of lines; returns whether all that was printed has arrived. */
    boolean flush() {
        errLines.end();
        outLines.end();
        return !rawOut.checkError();
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    private static Optional<Integer> columns(Map<String, String> environment) {
        return Optional.of(environment.getOrDefault("COLUMNS", "")).flatMap(CommandOutput::columns);
    }

    private static Optional<Integer> columns(String text) {
        return Optional.of(text)
                .filter(digits -> digits.matches("[1-9]\\d{1,3}"))
                .map(digits -> Math.max(NARROWEST, Integer.parseInt(digits)));
    }

    /** Returns the width that the terminal reports, since shells do not export COLUMNS. */
    private static int width() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String rowsAndColumns = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return columns(rowsAndColumns.strip().replaceFirst("^\\d+ ", "")).orElse(DEFAULT_COLUMNS);
        } catch (IOException e) {
            // No such program, or no terminal of this process's own: 80 columns fit nearly everywhere.
            return DEFAULT_COLUMNS;
        }
    }

    /**
     * Returns true if a standard stream ends at a terminal. {@link System#console()} does not tell single streams apart: up to Java 21 it
     * exists when
     * input and output both are terminals, from 22 on it exists always. Linux names the device behind each descriptor; elsewhere the
     * console decides.
     */
    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd", Integer.toString(descriptor));
        if (!Files.isSymbolicLink(link)) {
            return hasConsole();
        }
        try {
            String device = Files.readSymbolicLink(link).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
        } catch (IOException e) {
            // A descriptor that cannot be looked at is no place for escape sequences.
            return false;
        }
    }

    /** Returns true if input and output are terminals, so that a question can be asked. */
    static boolean hasConsole() {
        return console().isPresent();
    }

    /** The person at input and output, to ask for a password. */
    // Java 17 and 21 return null when input or output is not a terminal.
    @SuppressWarnings("SystemConsoleNull")
    static Optional<Console> console() {
        Console console = System.console();
        if (console == null) {
            return Optional.empty();
        }
        try {
            boolean terminal = (boolean) Console.class.getMethod("isTerminal").invoke(console);
            return terminal ? Optional.of(console) : Optional.empty();
        } catch (NoSuchMethodException e) {
            // Before Java 22 a console that exists is a terminal.
            return Optional.of(console);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
