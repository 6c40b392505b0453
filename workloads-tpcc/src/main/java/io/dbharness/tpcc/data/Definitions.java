package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.HarnessException;
import java.util.List;
import java.util.Map;

/** The scripts of definitions in {@code tpcc/ddl}: each complete for its dialect, or taken as it is from one the dialect descends from. */
enum Definitions {
    TABLES("", "create the tables"),
    KEYS("-keys", "build keys and indexes"),
    FOREIGN_KEYS("-foreign-keys", "add the foreign keys"),
    ANALYZE("-analyze", "gather statistics"),
    SETTLE("-settle", "vacuum the tables"),
    CHECKPOINT("-checkpoint", "write the changed pages"),
    DROP("-drop", "drop the tables");

    private final String suffix;
    private final String purpose;

    Definitions(String suffix, String purpose) {
        this.suffix = suffix;
        this.purpose = purpose;
    }

    /** What it does, to complete "could not". */
    String purpose() {
        return purpose;
    }

    /** Throws a {@link HarnessException} when the dialect has no such script. */
    void require(Dialect dialect) {
        resource(dialect);
    }

    /** The statements in their order. The variables are those that {@link Dialect#scriptVariables} gives. */
    List<String> statements(Dialect dialect, Map<String, String> variables) {
        return SqlScript.statements(Definitions.class, resource(dialect), variables);
    }

    private String resource(Dialect dialect) {
        for (String element : dialect.lineage()) {
            String resource = "tpcc/ddl/" + element + suffix + ".sql";
            if (Definitions.class.getClassLoader().getResource(resource) != null) {
                return resource;
            }
        }
        throw new HarnessException("TPC-C cannot " + purpose + " on " + dialect.name() + ": there is no script for it");
    }
}
