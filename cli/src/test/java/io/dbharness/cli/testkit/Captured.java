package io.dbharness.cli.testkit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A stream whose text can be read back. */
public final class Captured {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    public PrintStream stream() {
        return stream;
    }

    public String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
