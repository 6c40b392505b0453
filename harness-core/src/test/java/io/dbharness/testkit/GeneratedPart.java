package io.dbharness.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a page that a test generates.
 *
 * @param page  file of the page
 * @param begin line before the part
 * @param end   line after it
 */
public record GeneratedPart(Path page, String begin, String end) {

    /** Returns the page with another part. */
    public String pageWith(String part) throws IOException {
        String text = Files.readString(page);
        int from = text.indexOf(begin);
        int to = text.indexOf(end, from);
        if (from < 0 || to < 0) {
            throw new IllegalStateException(page + " has no part between " + begin + " and " + end);
        }
        return text.substring(0, from + begin.length()) + part + text.substring(to);
    }

    /** Writes the page with another part. */
    public void write(String part) throws IOException {
        Files.writeString(page, pageWith(part));
    }
}
