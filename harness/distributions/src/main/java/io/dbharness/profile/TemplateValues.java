package io.dbharness.profile;

import io.dbharness.model.Problems;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replaces {@code ${NAME}} in profiles with given values, and {@code ${NAME:-WORD}} with {@code WORD} if no value is given. Not
 * thread-safe: one thread.
 */
public final class TemplateValues {

    /** The option that gives values. */
    public static final Parameter PARAMETER = new Parameter(
            "values",
            "values that replace ${NAME} in profiles",
            "",
            Domain.matching(
                            "NAME=VALUE,...",
                            text -> parse(text).isPresent(),
                            "names and values, NAME=VALUE,NAME=VALUE, each name once")
                    .optional());

    private static final Pattern MARK = Pattern.compile("\\$\\{\\s*([A-Za-z_][\\w.-]*)\\s*(?::-([^}]*))?}");
    private static final Pattern VALUE = Pattern.compile("\\s*([A-Za-z_][\\w.-]*)\\s*=(.*)", Pattern.DOTALL);

    private final Map<String, String> values;
    private final Set<String> used = new TreeSet<>();

    public TemplateValues(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** Parses {@code NAME=VALUE,...}; empty for any other text. */
    public static Optional<TemplateValues> parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        if (!text.isBlank()) {
            // A comma within a value, as in uniform(1..9,2), has no name and equals sign after it.
            for (String part : text.split(",(?=\\s*[A-Za-z_][\\w.-]*\\s*=)", -1)) {
                Matcher value = VALUE.matcher(part);
                if (!value.matches()
                        || values.put(value.group(1), value.group(2).strip()) != null) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(new TemplateValues(values));
    }

    /** Returns the values by name. */
    Map<String, String> values() {
        return values;
    }

    /** Replaces all placeholders in a file's text; adds a problem for each one outside of comments that has no value. */
    public String fill(String file, String text, Problems problems) {
        StringBuilder filled = new StringBuilder();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            String where = file + ":" + ++number + ": ";
            boolean comment = line.stripLeading().startsWith("#");
            filled.append(number == 1 ? "" : "\n").append(MARK.matcher(line).replaceAll(mark -> {
                String name = mark.group(1);
                used.add(name);
                String value = values.getOrDefault(name, mark.group(2));
                problems.require(
                        value != null || comment,
                        where + "${" + name + "} has no value; give one with --values " + name + "=VALUE",
                        "values");
                return Matcher.quoteReplacement(value == null ? mark.group() : value);
            }));
        }
        return filled.toString();
    }

    /** Adds a problem if no file has used a given value. */
    public void refuseOthers(Problems problems) {
        String others = values.keySet().stream()
                .filter(name -> !used.contains(name))
                .sorted()
                .collect(Collectors.joining(", "));
        problems.require(others.isEmpty(), "--values has " + others + ", which no profile has as ${NAME}", "values");
    }
}
