package io.dbharness.jdbc.sql;

import io.dbharness.model.HarnessException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A workload's SQL statements for one dialect, by name. Immutable.
 *
 * <p>The files are {@code <folder>/<element of the lineage>.sql}. A statement starts after a line {@code -- name: SOME_NAME} and ends
 * before the next such line; other lines that start with {@code --} are comments and are removed, like a semicolon at the end. A statement
 * comes from the most specific file that has it. {@code ${SOME_NAME}} is replaced by the text of another statement.
 *
 * @param <K> enum of the workload with the names
 */
public final class SqlCatalog<K extends Enum<K>> {

    private static final String NAME_LINE = "(?m)^[ \\t]*--[ \\t]*name:[ \\t]*(\\S*)[ \\t]*$";
    private static final Pattern NAME = Pattern.compile(NAME_LINE);
    private static final Pattern BEFORE_NAME = Pattern.compile("(?=" + NAME_LINE + ")");

    private final Map<K, String> statements;

    private SqlCatalog(Map<K, String> statements) {
        this.statements = statements;
    }

    /** Returns true if a dialect of this lineage has such files; a product may not support every variant. */
    public static boolean exists(Class<?> anchor, String folder, List<String> lineage) {
        return lineage.stream()
                .anyMatch(element -> SqlScript.resource(anchor, folder + "/" + element + ".sql")
                        .isPresent());
    }

    /**
     * Reads and checks the files.
     *
     * @param names   enum whose constants must all have a statement
     * @param anchor  class in the jar with the files
     * @param folder  folder from the root of the class path, for example {@code tpcc/compound}
     * @param lineage lineage of the dialect, most specific first; at least one element must have a file
     * @throws HarnessException if statements are missing, unknown, repeated or empty; lists all of them
     */
    public static <K extends Enum<K>> SqlCatalog<K> load(
            Class<K> names, Class<?> anchor, String folder, List<String> lineage) {
        Map<K, String> found = new EnumMap<>(names);
        List<String> problems = new ArrayList<>();
        boolean any = false;
        for (String element : lineage) {
            String path = folder + "/" + element + ".sql";
            Optional<String> text = SqlScript.resource(anchor, path);
            text.ifPresent(present -> read(names, path, present, found, problems));
            any |= text.isPresent();
        }
        if (!any) {
            throw new HarnessException("no SQL for the dialect: none of " + lineage + " has a file in " + folder);
        }
        for (K name : names.getEnumConstants()) {
            if (!found.containsKey(name)) {
                problems.add(folder + ": '" + name.name() + "' is in none of the files of " + lineage);
            }
        }
        if (!problems.isEmpty()) {
            throw new HarnessException("the SQL files do not fit the workload:" + System.lineSeparator()
                    + String.join(System.lineSeparator(), problems));
        }
        Map<K, String> whole = new EnumMap<>(found);
        whole.replaceAll((name, text) -> withOthers(text, found));
        return new SqlCatalog<>(whole);
    }

    /** Adds the new statements of a file, and notes its faults. */
    private static <K extends Enum<K>> void read(
            Class<K> names, String path, String text, Map<K, String> found, List<String> problems) {
        Set<String> seen = new HashSet<>();
        for (String part : BEFORE_NAME.split(text, -1)) {
            Matcher start = NAME.matcher(part);
            String name = start.lookingAt() ? start.group(1) : "";
            String sql = part.lines()
                    .filter(line -> !line.stripLeading().startsWith("--"))
                    .collect(Collectors.joining("\n"))
                    .strip();
            if (name.isEmpty() && !sql.isEmpty()) {
                problems.add(path + ": text before the first '-- name:' line, or a line without a name");
            }
            if (name.isEmpty()) {
                continue;
            }
            if (!seen.add(name)) {
                problems.add(path + ": '" + name + "' is there twice");
            }
            if (sql.isEmpty() || sql.equals(";")) {
                problems.add(path + ": '" + name + "' has no text");
            }
            try {
                found.putIfAbsent(Enum.valueOf(names, name), sql.replaceFirst("\\s*;$", ""));
            } catch (IllegalArgumentException e) {
                problems.add(path + ": '" + name + "' is not one of the names in " + names.getSimpleName());
            }
        }
    }

    private static <K extends Enum<K>> String withOthers(String text, Map<K, String> others) {
        String whole = text;
        for (Map.Entry<K, String> other : others.entrySet()) {
            whole = whole.replace("${" + other.getKey().name() + "}", other.getValue());
        }
        return whole;
    }

    /** Returns the text of a statement. */
    public String sql(K name) {
        return Objects.requireNonNull(statements.get(name), name.name());
    }
}
