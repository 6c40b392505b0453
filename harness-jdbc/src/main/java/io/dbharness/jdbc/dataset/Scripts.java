package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.HarnessException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A workload's scripts of definitions: {@code <folder>/<element of the lineage>-<name>.sql}, each complete for its dialect or taken as it
 * is from one that the dialect descends from. One thread.
 */
public final class Scripts {

    private final JdbcTarget target;
    private final Class<?> anchor;
    private final String folder;
    private @Nullable Map<String, String> variables;

    /**
     * The scripts of one folder.
     *
     * @param anchor   a class of the jar that holds them
     * @param folder   from the root of the class path, for example {@code tpcc/ddl}
     * @param required names of those without which there is no reason to begin
     * @throws HarnessException that names the first that is missing
     */
    public Scripts(JdbcTarget target, Class<?> anchor, String folder, List<String> required) {
        this.target = target;
        this.anchor = anchor;
        this.folder = folder;
        required.forEach(name -> resource(anchor, folder, name, target.dialect().lineage()));
    }

    /** The statements of a script in their order, with what it leaves open filled in by the server. */
    public List<String> statements(String name) {
        return statements(name, Map.of());
    }

    /** The same with variables of the caller's. */
    public List<String> statements(String name, Map<String, String> more) {
        if (variables == null) {
            variables = target.jdbi().withHandle(target.dialect()::scriptVariables);
        }
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(more);
        return SqlScript.statements(
                anchor, resource(anchor, folder, name, target.dialect().lineage()), all);
    }

    /** Where the script is for a lineage. */
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
