package io.dbharness.sql.profile;

import io.dbharness.yaml.Fields;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parses SQL: one text, or a text for each of several dialects.
 *
 * @param dialects allowed names of dialects
 */
record SqlReader(Set<String> dialects) {

    Optional<SqlText> required(Fields fields, String field) {
        if (!fields.has(field)) {
            fields.problem(field, "is missing");
            return Optional.empty();
        }
        return optional(fields, field);
    }

    Optional<SqlText> optional(Fields fields, String field) {
        if (!fields.isMapping(field)) {
            return text(fields, field).map(text -> new SqlText(Map.of(SqlText.ANY, text), fields.where(field)));
        }
        Map<String, String> variants = new HashMap<>();
        Fields inner = fields.fieldsOrNone(field);
        for (String dialect : inner.names()) {
            text(inner, dialect).ifPresent(text -> variants.put(dialect, text));
            if (!dialects.contains(dialect)) {
                inner.problem(
                        dialect,
                        "is for no dialect that is here; known are " + String.join(", ", new TreeSet<>(dialects)));
            }
        }
        if (inner.names().isEmpty()) {
            fields.problem(field, "is empty");
        }
        return variants.isEmpty() ? Optional.empty() : Optional.of(new SqlText(variants, fields.where(field)));
    }

    private static Optional<String> text(Fields fields, String field) {
        Optional<String> text = fields.text(field).map(String::strip);
        if (text.isPresent() && text.get().isEmpty()) {
            fields.problem(field, "is empty");
            return Optional.empty();
        }
        return text;
    }
}
