package io.dbharness.cql.data;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Statements from resource files, with names filled in where {@code ${...}} stands: CQL binds values, never names. */
final class CqlText {

    private final Map<String, String> names;

    /** @param names what to fill in everywhere; identifiers that were checked when the target was opened */
    CqlText(Map<String, String> names) {
        this.names = Map.copyOf(names);
    }

    /** The statement of the file {@code cql/NAME.cql}. */
    String of(String name) {
        String text = read(name);
        for (Map.Entry<String, String> entry : names.entrySet()) {
            text = text.replace("${" + entry.getKey() + "}", entry.getValue());
        }
        if (text.contains("${")) {
            throw new IllegalStateException("not everything is filled in: " + text);
        }
        return text;
    }

    private static String read(String name) {
        String file = "/cql/" + name + ".cql";
        try (InputStream stream = CqlText.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new HarnessException("the program has no " + file + "; it was not built completely");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new HarnessException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
