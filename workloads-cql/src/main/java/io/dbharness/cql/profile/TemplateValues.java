package io.dbharness.cql.profile;

import io.dbharness.model.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What to put where profiles have {@code ${NAME}}, or {@code ${NAME:-WORD}} for a value of its own. One thread. */
public final class TemplateValues {

    private static final Pattern MARK = Pattern.compile("\\$\\{\\s*([A-Za-z_][\\w.-]*)\\s*(?::-([^}]*))?}");
    private static final Pattern VALUE = Pattern.compile("\\s*([A-Za-z_][\\w.-]*)\\s*=(.*)", Pattern.DOTALL);

    private final Map<String, String> values;
    private final Set<String> used = new TreeSet<>();

    public TemplateValues(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** {@code NAME=VALUE,...}; empty for anything else. */
    public static Optional<TemplateValues> parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        if (!text.isBlank()) {
            // A comma within a value, as in uniform(1..9,2), is followed by no name and equals sign.
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

    /** The text of a file with all values in their places; notes each place, not in a comment, that has none. */
    String fill(String file, String text, Problems problems) {
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
                        where + "${" + name + "} has no value; give one with --values " + name + "=VALUE");
                return Matcher.quoteReplacement(value == null ? mark.group() : value);
            }));
        }
        return filled.toString();
    }

    /** Notes values that no file has asked for. */
    public void refuseOthers(Problems problems) {
        String others = values.keySet().stream()
                .filter(name -> !used.contains(name))
                .sorted()
                .collect(Collectors.joining(", "));
        problems.require(others.isEmpty(), "--values has " + others + ", which no profile has as ${NAME}");
    }
}
