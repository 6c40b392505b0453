package io.dbharness.cql.data;

import io.dbharness.model.Resources;
import java.util.Map;

/** Loads statements from resource files and replaces each {@code ${...}} with a name: CQL binds values, never names. */
final class CqlText {

    private CqlText() {}

    /**
     * Loads the statement of the file {@code cql/NAME.cql}.
     *
     * @param names the replacements; identifiers that were validated when the target was opened
     */
    static String of(String name, Map<String, String> names) {
        String text = Resources.text(CqlText.class, "/cql/" + name + ".cql").strip();
        for (Map.Entry<String, String> entry : names.entrySet()) {
            text = text.replace("${" + entry.getKey() + "}", entry.getValue());
        }
        if (text.contains("${")) {
            throw new IllegalStateException("not everything is filled in: " + text);
        }
        return text;
    }
}
