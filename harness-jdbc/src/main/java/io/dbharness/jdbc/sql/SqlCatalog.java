package io.dbharness.jdbc.sql;

import io.dbharness.model.HarnessException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A workload's SQL, by name, as it reads for one dialect. Immutable.
 *
 * <p>The files are {@code <folder>/<element of the lineage>.sql}. A statement starts after a line {@code -- name: SOME_NAME} and ends
 * before the next such line; other lines that start with {@code --} are comments and are left out, as is a semicolon at the very end. A
 * statement comes from the most specific file that has it.
 *
 * @param <K> the names, an enum of the workload
 */
public final class SqlCatalog<K extends Enum<K>> {

    private static final Pattern NAME_LINE = Pattern.compile("--\\s*name:\\s*(\\S*)\\s*");

    private final Map<K, String> statements;

    private SqlCatalog(Map<K, String> statements) {
        this.statements = statements;
    }

    /**
     * Reads and checks the files.
     *
     * @param names   the enum whose constants must all have a statement
     * @param anchor  a class of the jar that holds the files
     * @param folder  where they are, from the root of the class path, for example {@code tpcc/sql}
     * @param lineage the dialect's, the most specific first; not each needs a file, but one of them must have one
     * @throws HarnessException that lists all missing, unknown, repeated and empty statements at once
     */
    public static <K extends Enum<K>> SqlCatalog<K> load(
            Class<K> names, Class<?> anchor, String folder, List<String> lineage) {
        Reading<K> reading = new Reading<>(names);
        boolean any = false;
        for (String element : lineage) {
            String path = folder + "/" + element + ".sql";
            Optional<String> text = SqlResource.read(anchor, path);
            text.ifPresent(found -> reading.file(path, found));
            any |= text.isPresent();
        }
        if (!any) {
            throw new HarnessException("no SQL for the dialect: none of " + lineage + " has a file in " + folder);
        }
        return new SqlCatalog<>(reading.complete(folder, lineage));
    }

    /** The statement's text. */
    public String sql(K name) {
        String sql = statements.get(name);
        if (sql == null) {
            throw new IllegalArgumentException("no statement " + name);
        }
        return sql;
    }

    /** The state of one load: what is found, and everything wrong with it. */
    private static final class Reading<K extends Enum<K>> {

        private final Class<K> names;
        private final Map<K, String> found;
        private final List<String> problems = new ArrayList<>();

        Reading(Class<K> names) {
            this.names = names;
            this.found = new EnumMap<>(names);
        }

        void file(String path, String text) {
            Set<String> seen = new HashSet<>();
            StringBuilder body = new StringBuilder();
            String name = "";
            for (String line : text.lines().toList()) {
                Matcher start = NAME_LINE.matcher(line.strip());
                if (start.matches()) {
                    statement(path, name, body.toString());
                    name = start.group(1);
                    body.setLength(0);
                    if (!seen.add(name)) {
                        problems.add(path + ": '" + name + "' is there twice");
                    }
                } else if (!line.stripLeading().startsWith("--")) {
                    body.append(line).append('\n');
                }
            }
            statement(path, name, body.toString());
        }

        private void statement(String path, String name, String body) {
            String sql = withoutSemicolon(body.strip());
            if (name.isEmpty()) {
                if (!sql.isEmpty()) {
                    problems.add(path + ": text before the first '-- name:' line, or a line without a name");
                }
                return;
            }
            if (sql.isEmpty()) {
                problems.add(path + ": '" + name + "' has no text");
            }
            try {
                found.putIfAbsent(Enum.valueOf(names, name), sql);
            } catch (IllegalArgumentException e) {
                problems.add(path + ": '" + name + "' is not one of the names in " + names.getSimpleName());
            }
        }

        Map<K, String> complete(String folder, List<String> lineage) {
            for (K name : names.getEnumConstants()) {
                if (!found.containsKey(name)) {
                    problems.add(folder + ": '" + name.name() + "' is in none of the files of " + lineage);
                }
            }
            if (!problems.isEmpty()) {
                throw new HarnessException("the SQL files do not fit the workload:" + System.lineSeparator()
                        + String.join(System.lineSeparator(), problems));
            }
            return found;
        }

        private static String withoutSemicolon(String sql) {
            return sql.endsWith(";") ? sql.substring(0, sql.length() - 1).stripTrailing() : sql;
        }
    }
}
