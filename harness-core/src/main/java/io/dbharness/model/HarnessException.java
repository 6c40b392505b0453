package io.dbharness.model;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The root of all errors meant for a user; the message names the fault and what to do. A line of it that is too long to be read, because it
 * quotes an input, keeps its beginning and its end.
 */
public class HarnessException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST_LINE = 4_000;
    private static final int KEPT = 1_500;
    private static final int MOST_LINES = 200;

    public HarnessException(String message) {
        super(bounded(message));
    }

    public HarnessException(String message, @Nullable Throwable cause) {
        super(bounded(message), cause);
    }

    private static String bounded(String message) {
        if (message.length() <= LONGEST_LINE) {
            return message;
        }
        List<String> lines = message.lines().toList();
        int more = lines.size() - MOST_LINES;
        return Stream.concat(
                        lines.stream().limit(MOST_LINES).map(HarnessException::shortened),
                        Stream.of("and " + more + " more lines").filter(end -> more > 0))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static String shortened(String line) {
        return line.length() <= LONGEST_LINE
                ? line
                : line.substring(0, KEPT) + " ... (" + (line.length() - 2 * KEPT) + " more characters) ... "
                        + line.substring(line.length() - KEPT);
    }
}
