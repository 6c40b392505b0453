package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.HarnessException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A workload's scripts of definitions, {@code <folder>/<element of the lineage>-<name>.sql}. Each is complete for its dialect, or inherited
 * unchanged from an ancestor of the dialect. Not thread-safe.
 */
public final class Scripts {

    private final JdbcTarget target;
    private final Class<?> anchor;
    private final String folder;
    private @Nullable Map<String, String> variables;

    /**
     * Opens the scripts of one folder.
     *
     * @param anchor   class in the jar with the scripts
     * @param folder   folder from the root of the class path, for example {@code tpcc/ddl}
     * @param required names of the required scripts
     * @throws HarnessException if a required script is missing; names the first one
     */
    public Scripts(JdbcTarget target, Class<?> anchor, String folder, List<String> required) {
        this.target = target;
        this.anchor = anchor;
        this.folder = folder;
        required.forEach(name -> resource(anchor, folder, name, target.dialect().lineage()));
    }

    /** Returns the statements of a script in order, with variables replaced by values of the server. */
    public List<String> statements(String name) {
        return statements(name, Map.of());
    }

    /** Returns the statements of a script in order, with further variables of the caller. */
    public List<String> statements(String name, Map<String, String> more) {
        if (variables == null) {
            variables = target.jdbi().ask(target.dialect()::scriptVariables);
        }
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(more);
        return SqlScript.statements(
                anchor, resource(anchor, folder, name, target.dialect().lineage()), all);
    }

    /** Returns the path of the script for a lineage. */
    public static String resource(Class<?> anchor, String folder, String name, List<String> lineage) {
        for (String element : lineage) {
            String resource = folder + "/" + element + "-" + name + ".sql";
            if (anchor.getClassLoader().getResource(resource) != null) {
                return resource;
            }
        }
        throw new HarnessException("no script '" + name + "' for " + lineage.get(0) + " in " + folder);
    }
}
