package io.dbharness.profile;

import io.dbharness.model.HarnessException;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A profile that ships with a module and runs by its name. Its first comment describes it, and each {@code ${NAME:-WORD}} is an option.
 *
 * @param name the second word of the command
 * @param text of the file
 */
public record ShippedProfile(String name, String text) {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([a-z][a-z-]*):-([^}]*)}[^#\\n]*(?:#\\s*(.*))?");
    private static final Pattern COMMENT = Pattern.compile("(?:#.*\\n)+");

    /**
     * Reads the profiles that the file {@code index} in a folder of resources lists, one a line: {@code NAME}, or {@code NAME | FILE |
     * PLACEHOLDER=DEFAULT,... | SUMMARY} for one of several that differ in the defaults of their placeholders.
     *
     * @param owner of the resources
     */
    public static List<ShippedProfile> in(String folder, Class<?> owner) {
        return resource(folder + "/index", owner)
                .lines()
                .map(line ->
                        Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
                .map(parts -> parts.size() == 1
                        ? new ShippedProfile(parts.get(0), resource(folder + "/" + parts.get(0) + ".yaml", owner))
                        : variant(parts, resource(folder + "/" + parts.get(1) + ".yaml", owner)))
                .toList();
    }

    private static ShippedProfile variant(List<String> parts, String text) {
        String[] given = {text};
        TemplateValues.parse(parts.get(2))
                .orElseThrow()
                .values()
                .forEach((name, value) -> given[0] =
                        given[0].replaceAll("\\$\\{" + name + ":-[^}]*}", "\\${" + name + ":-" + value + "}"));
        return new ShippedProfile(parts.get(0), "# " + parts.get(3) + "\n" + given[0]);
    }

    private static String resource(String name, Class<?> owner) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new HarnessException("the resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the comment at the beginning of the file, without its marks. */
    public String description() {
        Matcher comment = COMMENT.matcher(text);
        return comment.lookingAt()
                ? comment.group().lines().map(line -> line.substring(1).strip()).collect(Collectors.joining(" "))
                : "";
    }

    /** Returns the first sentence of the description. */
    public String summary() {
        return description().replaceFirst("(?<=\\.)\\s.*", "");
    }

    /** Returns an option for each placeholder; the comment in its line describes it. */
    public List<Parameter> options() {
        return PLACEHOLDER
                .matcher(text)
                .results()
                .map(found -> new Parameter(
                        found.group(1),
                        found.group(3) == null ? "value of ${" + found.group(1) + "} in the profile" : found.group(3),
                        found.group(2),
                        Domain.matching(
                                "VALUE", value -> !value.isBlank() && value.indexOf('\n') < 0, "one line of text")))
                .collect(Collectors.toMap(
                        Parameter::name, option -> option, (first, later) -> first, LinkedHashMap::new))
                .values()
                .stream()
                .toList();
    }

    /** Returns the values of the options among those of a command. */
    public TemplateValues values(Map<String, String> given) {
        return new TemplateValues(options().stream()
                .map(Parameter::name)
                .collect(Collectors.toMap(name -> name, name -> String.valueOf(given.get(name)))));
    }
}
