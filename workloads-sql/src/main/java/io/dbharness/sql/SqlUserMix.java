package io.dbharness.sql;

import io.dbharness.model.Problems;
import io.dbharness.profile.Weight;
import io.dbharness.profile.Weights;
import io.dbharness.sql.profile.SqlProfile;
import io.dbharness.sql.profile.SqlProfile.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The selected operations of a profile, and their weights.
 *
 * @param operations operations in the order of reports
 * @param weights    weight of each operation
 */
record SqlUserMix(List<Operation> operations, Weights weights) {

    /** Parses {@code --ops}; without it, uses the weights of the profile. Notes names that the profile does not have. */
    static Optional<SqlUserMix> of(SqlProfile profile, String text, Problems problems) {
        Map<String, Weight> wanted = new LinkedHashMap<>(text.isEmpty() ? ofProfile(profile) : Weight.mix(text));
        wanted.values().removeIf(weight -> weight.amount() == 0);
        List<Operation> operations = new ArrayList<>();
        for (String name : wanted.keySet()) {
            Optional<Operation> operation = profile.operations().stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst();
            operation.ifPresent(operations::add);
            problems.require(
                    operation.isPresent(),
                    "--ops has '" + name + "', but the profile has only "
                            + String.join(
                                    ", ",
                                    profile.operations().stream()
                                            .map(Operation::name)
                                            .toList()),
                    "ops");
        }
        problems.require(
                !wanted.isEmpty(),
                "every operation of the profile has weight 0; give the operations to run with --ops",
                "ops");
        Optional<Weights> weights = Weight.weights(wanted.values());
        problems.require(
                weights.isPresent(),
                "the shares of operations in per cent must leave some of 100 % to the others",
                "ops");
        return operations.size() < wanted.size() || wanted.isEmpty()
                ? Optional.empty()
                : weights.map(known -> new SqlUserMix(operations, known));
    }

    private static Map<String, Weight> ofProfile(SqlProfile profile) {
        Map<String, Weight> weights = new LinkedHashMap<>();
        profile.operations().forEach(operation -> weights.put(operation.name(), operation.weight()));
        return weights;
    }
}
