package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The settings that a user gives a server at its start: the options {@code setting.NAME} of its specification.
 *
 * @param values name to value, in the order of the names
 */
public record ServerSettings(Map<String, String> values) {

    private static final String PREFIX = "setting.";

    public ServerSettings {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /**
     * Reads the settings.
     *
     * @param reserved names that the harness sets itself
     * @throws UsageException if a reserved name is among them
     */
    public static ServerSettings of(TargetSpec spec, Set<String> reserved) {
        Map<String, String> values = new TreeMap<>();
        spec.options().forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                values.put(name.substring(PREFIX.length()), value);
            }
        });
        List<String> problems = values.keySet().stream()
                .filter(reserved::contains)
                .map(name -> "--server-setting " + name + " is set by the harness for its own server; leave it out")
                .toList();
        if (!problems.isEmpty()) {
            throw new UsageException(problems);
        }
        return new ServerSettings(values);
    }

    /**
     * Returns the failure of a start as wrong usage, if a line of the server's log names one of the settings; otherwise the failure.
     *
     * @param log    of the server
     * @param marker begins the sentence of a fatal error in a line, for example {@code FATAL:}
     */
    public HarnessException explained(HarnessException failure, List<String> log, String marker) {
        for (String name : values.keySet()) {
            Optional<String> sentence = log.stream()
                    .filter(line -> line.contains(marker) && line.contains(name))
                    .map(line -> line.substring(line.indexOf(marker) + marker.length())
                            .strip())
                    .findFirst();
            if (sentence.isPresent()) {
                return new UsageException(List.of("--server-setting " + name + "=" + values.get(name)
                        + " is refused by the server: " + sentence.get()));
            }
        }
        return failure;
    }
}
