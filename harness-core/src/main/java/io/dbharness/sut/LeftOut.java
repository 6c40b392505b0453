package io.dbharness.sut;

import io.dbharness.model.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The parts that a smaller jar comes without. Such a jar lists them in a resource; all others leave nothing out.
 *
 * @param parts the prefix of an address or a name to the part that it needs, in the words of {@link #sentence}
 */
@Internal
public record LeftOut(Map<String, String> parts) {

    private static final String RESOURCE = "/META-INF/dbharness/left-out.properties";

    public LeftOut {
        parts = Map.copyOf(parts);
    }

    /** Reads the list of the running jar. */
    public static LeftOut here() {
        Properties found = new Properties();
        try (InputStream in = LeftOut.class.getResourceAsStream(RESOURCE)) {
            if (in != null) {
                found.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
        return new LeftOut(
                found.stringPropertyNames().stream().collect(Collectors.toMap(name -> name, found::getProperty)));
    }

    /**
     * Why something is not there; empty when it was not left out.
     *
     * @param name an address, the name of a provider or of a server's programs
     */
    public Optional<String> sentence(String name) {
        return parts.keySet().stream()
                .filter(name::startsWith)
                .max(Comparator.comparingInt(String::length))
                .map(part -> "harness-slim.jar comes without " + parts.get(part)
                        + "; use harness.jar, which has everything");
    }
}
