package io.dbharness.sql.data;

import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.jdbc.dataset.RowLedger;
import io.dbharness.sql.profile.Effect;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.SqlProfile;
import io.dbharness.sql.profile.SqlProfile.Operation;
import io.dbharness.sql.profile.SqlProfile.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The changes of the tables by runs.
 *
 * @param effects          effects of the run's statements
 * @param columnsOfProfile columns that any operation of the profile may change
 * @param counted          ledgers of the number of rows; empty if it is not checked
 */
public record RunEffects(List<Effect> effects, Set<String> columnsOfProfile, Optional<List<RowLedger>> counted) {

    public RunEffects {
        effects = List.copyOf(effects);
        columnsOfProfile = Set.copyOf(columnsOfProfile);
    }

    boolean writes() {
        return effects.stream().anyMatch(effect -> effect.kind() != Effect.Kind.READ);
    }

    /** Returns the changes in the form of {@link MarkedDataSet#changing}. */
    Set<String> changes() {
        Set<String> changes = new HashSet<>();
        for (Effect effect : effects) {
            changes.addAll(effect.columns());
            switch (effect.kind()) {
                case INSERT -> changes.add(MarkedDataSet.NUMBER);
                case DELETE, ANY -> changes.addAll(Set.of(MarkedDataSet.NUMBER, MarkedDataSet.REMOVED));
                case READ, UPDATE -> {
                    // Neither adds nor removes rows.
                }
            }
        }
        return changes;
    }

    /**
     * Returns the changes by a run of some operations of a profile.
     *
     * @param effects effects of the run's statements
     * @param lineage lineage of the target's dialect
     */
    public static RunEffects of(
            SqlProfile profile, List<String> lineage, List<Effect> effects, Optional<List<RowLedger>> counted) {
        Set<String> columns = new HashSet<>();
        Set<ProfileTable> deletedFrom = new HashSet<>();
        Set<ProfileTable> insertedInto = new HashSet<>();
        for (Operation operation : profile.operations()) {
            for (Statement statement : operation.statements()) {
                Effect effect = Effect.of(statement.sql().in(lineage), profile.tables());
                columns.addAll(effect.columns());
                if (effect.kind() == Effect.Kind.DELETE) {
                    effect.table().ifPresent(deletedFrom::add);
                } else if (effect.kind() == Effect.Kind.INSERT) {
                    effect.table()
                            .filter(table -> !operation.numbersNewRowsOf(table))
                            .ifPresent(insertedInto::add);
                }
            }
        }
        // A deleted row may be inserted again with other values.
        deletedFrom.retainAll(insertedInto);
        deletedFrom.forEach(table -> columns.addAll(table.columnNames()));
        return new RunEffects(effects, columns, counted);
    }
}
