package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.HarnessException;
import java.util.List;

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

    List<String> statements(Dialect dialect) {
        for (String element : dialect.lineage()) {
            String resource = "tpcc/ddl/" + element + suffix + ".sql";
            if (Definitions.class.getClassLoader().getResource(resource) != null) {
                return SqlScript.statements(Definitions.class, resource);
            }
        }
        throw new HarnessException("TPC-C cannot " + purpose + " on " + dialect.name() + ": there is no script for it");
    }
}
