package io.dbharness.sql;

import io.dbharness.model.Problems;
import io.dbharness.sql.profile.Profile;
import io.dbharness.sql.profile.Profile.Operation;
import io.dbharness.sql.profile.Weights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The operations of a profile that are asked for, and how often each is.
 *
 * @param operations one after the other as they are reported
 * @param weights    of each
 */
record UserMix(List<Operation> operations, Weights weights) {

    private static final Pattern WEIGHT =
            Pattern.compile("\\s*([A-Za-z][A-Za-z0-9-]*)\\s*=\\s*([0-9]{1,6}(?:\\.[0-9]{1,6})?)\\s*");

    /** What {@code --ops} says or, where it says nothing, the weights of the profile. Notes names that the profile does not have. */
    static Optional<UserMix> of(Profile profile, String text, Problems problems) {
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
                !wanted.isEmpty(), "every operation of the profile has weight 0; say with --ops which are to be run");
        return operations.size() < wanted.size() || wanted.isEmpty()
                ? Optional.empty()
                : Optional.of(new UserMix(operations, new Weights(List.copyOf(wanted.values()))));
    }

    private static Map<String, Double> ofProfile(Profile profile) {
        Map<String, Double> weights = new LinkedHashMap<>();
        for (Operation operation : profile.operations()) {
            if (operation.weight() > 0) {
                weights.put(operation.name(), operation.weight());
            }
        }
        return weights;
    }

    /** {@code take=3,add=1}: names to weights, in their order; empty for anything else. */
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
