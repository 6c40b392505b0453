package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.Marker.Content;
import io.dbharness.jdbc.dataset.Marker.State;
import io.dbharness.jdbc.dataset.Schema.Taken;
import io.dbharness.model.HarnessException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names that a marker has claimed for its data set. A load notes {@link #NOTE} after all its names were free and before it creates the
 * first object. Objects without a claim are never replaced or dropped.
 *
 * @param constants  constants of the claimed data set
 * @param tables     true if its tables and sequences are claimed
 * @param procedures true if its procedures are claimed
 */
record ObjectClaim(String constants, boolean tables, boolean procedures) {

    /** The part that records the claim. */
    static final String NOTE = "made by this tool";

    static final ObjectClaim NOTHING = new ObjectClaim("", false, false);

    static final String ADVICE = "drop them yourself, or name another database or schema";

    /** The prefix with which earlier versions recorded created procedures. */
    private static final String MADE_PROCEDURES = "procedures ";

    /** Returns the claim of a marker. Earlier versions recorded no claim for created tables. */
    static ObjectClaim of(Content content, Set<String> parts) {
        boolean noted = parts.contains(NOTE);
        return new ObjectClaim(
                content.constants(),
                noted || content.state() != State.EMPTY,
                noted || parts.stream().anyMatch(part -> part.startsWith(MADE_PROCEDURES)));
    }

    /** Returns the statements that drop the claimed objects. */
    List<String> drop(DataSetDefinition definition) {
        List<String> statements = new ArrayList<>();
        if (procedures) {
            statements.addAll(definition.dropProcedures());
        }
        if (tables) {
            statements.addAll(definition.drop(constants));
        }
        return statements;
    }

    /**
     * Describes the objects with a required name that is not claimed; empty if there are none.
     *
     * @param wanted constants of the data set that requires the names
     */
    static Optional<String> foreign(
            JdbcTarget target, DataSetDefinition definition, String wanted, ObjectClaim claimed) {
        List<String> names = new ArrayList<>(definition.tables(wanted));
        names.addAll(definition.sequences(wanted));
        names.addAll(definition.procedures());
        if (claimed.tables) {
            names.removeAll(definition.tables(claimed.constants));
            names.removeAll(definition.sequences(claimed.constants));
        }
        if (claimed.procedures) {
            names.removeAll(definition.procedures());
        }
        List<Taken> taken = new Schema(target).taken(names);
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        boolean onlyTables = taken.stream().allMatch(Taken::isTable);
        return Optional.of(taken.stream()
                .map(object -> onlyTables ? object.name() : object.toString())
                .distinct()
                .collect(Collectors.joining(
                        ", ", "found " + (onlyTables ? "tables" : "objects") + " that this tool did not load (", ")")));
    }

    /** Throws if a name of the data set is taken. */
    static void requireFree(JdbcTarget target, DataSetDefinition definition, String wanted) {
        foreign(target, definition, wanted, NOTHING).ifPresent(foreign -> {
            throw new HarnessException(foreign + "; " + ADVICE);
        });
    }
}
