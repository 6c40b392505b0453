package io.dbharness.cql.data;

import io.dbharness.model.Resources;
import java.util.Map;

/** Statements from resource files, with names filled in where {@code ${...}} stands: CQL binds values, never names. */
final class CqlText {

    private CqlText() {}

    /**
     * The statement of the file {@code cql/NAME.cql}.
     *
     * @param names what to fill in everywhere; identifiers that were checked when the target was opened
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
