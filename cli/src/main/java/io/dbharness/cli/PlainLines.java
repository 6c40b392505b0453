package io.dbharness.cli;

import io.dbharness.report.TextReport;
import io.dbharness.sut.Secret;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Hands on whole lines, with control characters spelled out and secrets masked: texts of servers and files must neither control a terminal
 * nor reveal a password. Text without a line break waits for {@link #end}. Never closed.
 */
final class PlainLines extends OutputStream {

    private final PrintStream to;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    PlainLines(PrintStream to) {
        this.to = to;
    }

    @Override
    public synchronized void write(int b) {
        line.write(b);
        if (b == '\n') {
            end();
        }
    }

    @Override
    public void flush() {
        to.flush();
    }

    /** Hands on what is left. */
    synchronized void end() {
        to.print(TextReport.visible(Secret.masked(line.toString(StandardCharsets.UTF_8))));
        line.reset();
        to.flush();
    }
}
