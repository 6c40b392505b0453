package io.dbharness.sql;

import io.dbharness.model.Problems;
import io.dbharness.sql.profile.SqlProfile;
import io.dbharness.sql.profile.SqlProfile.Operation;
import io.dbharness.sql.profile.Weights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The selected operations of a profile, and their weights.
 *
 * @param operations operations in the order of reports
 * @param weights    weight of each operation
 */
record SqlUserMix(List<Operation> operations, Weights weights) {

    private static final Pattern WEIGHT =
            Pattern.compile("\\s*([A-Za-z][A-Za-z0-9-]*)\\s*=\\s*([0-9]{1,6}(?:\\.[0-9]{1,6})?)\\s*");

    /** Parses {@code --ops}; without it, uses the weights of the profile. Notes names that the profile does not have. */
    static Optional<SqlUserMix> of(SqlProfile profile, String text, Problems problems) {
        Map<String, Double> wanted = text.isEmpty() ? ofProfile(profile) : weights(text);
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
                                            .toList()));
        }
        problems.require(
                !wanted.isEmpty(),
                "every operation of the profile has weight 0; give the operations to run with --ops");
        return operations.size() < wanted.size() || wanted.isEmpty()
                ? Optional.empty()
                : Optional.of(new SqlUserMix(operations, new Weights(List.copyOf(wanted.values()))));
    }

    private static Map<String, Double> ofProfile(SqlProfile profile) {
        Map<String, Double> weights = new LinkedHashMap<>();
        for (Operation operation : profile.operations()) {
            if (operation.weight() > 0) {
                weights.put(operation.name(), operation.weight());
            }
        }
        return weights;
    }

    /** Parses {@code take=3,add=1}: names and weights, in order; empty for a malformed text. */
    static Map<String, Double> weights(String text) {
        Map<String, Double> weights = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = WEIGHT.matcher(part);
            if (!matcher.matches() || weights.put(matcher.group(1), Double.valueOf(matcher.group(2))) != null) {
                return Map.of();
            }
        }
        return weights.values().stream().allMatch(weight -> weight > 0) ? weights : Map.of();
    }
}
