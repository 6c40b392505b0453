package io.dbharness.sut;

import io.dbharness.quantity.Quantities;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How a server is broken on purpose during a run.
 *
 * @param at     when, from the start of the measurement
 * @param kind   what is done
 * @param length for how long; zero for what takes its own time
 */
public record Fault(Duration at, Kind kind, Duration length) {

    /** The kinds of faults. */
    public enum Kind {
        /** All its sessions are ended. */
        KILL_SESSIONS,
        /** Stops the server's processes for a while; of several nodes, those of the last one. */
        STOP,
        /** It is killed and started again; of several nodes, the last one. */
        RESTART;

        /** As typed. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Describes the accepted texts, to complete {@code must be}. */
    public static final String EXPECTED = "a time and a fault, such as 30s:kill-sessions, '30s:stop 3s' or 30s:restart";

    private static final Pattern FORM = Pattern.compile("([^:]+):\\s*([a-z-]+)(?:\\s+(\\S+))?\\s*");

    /** Reads what {@link #text} writes; empty for anything else. */
    public static Optional<Fault> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        Optional<Duration> at = Quantities.duration(form.group(1).strip());
        Optional<Kind> kind = Arrays.stream(Kind.values())
                .filter(k -> k.text().equals(form.group(2)))
                .findFirst();
        if (at.isEmpty() || kind.isEmpty() || (kind.get() == Kind.STOP) == (form.group(3) == null)) {
            return Optional.empty();
        }
        return (kind.get() == Kind.STOP ? Quantities.duration(form.group(3)) : Optional.of(Duration.ZERO))
                .filter(length -> kind.get() != Kind.STOP || !length.isZero())
                .map(length -> new Fault(at.get(), kind.get(), length));
    }

    /** For example {@code stop 3s}. */
    public String what() {
        return kind.text() + (length.isZero() ? "" : " " + text(length));
    }

    /** For example {@code 30s:stop 3s}. */
    public String text() {
        return text(at) + ":" + what();
    }

    /** Their texts with commas between them. */
    public static String text(List<Kind> kinds) {
        return kinds.stream().map(Kind::text).collect(Collectors.joining(", "));
    }

    private static String text(Duration length) {
        return length.toMillis() % 1000 == 0 ? length.toSeconds() + "s" : length.toMillis() + "ms";
    }
}
