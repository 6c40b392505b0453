package io.dbharness.cql;

import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.Profile.Query;
import io.dbharness.cql.profile.Profile.TokenScan;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The operations of a profile that are asked for, and how often each is.
 *
 * @param entries one each
 */
record UserMix(List<Entry> entries) {

    private static final Pattern WEIGHT =
            Pattern.compile("\\s*(?:\\w+\\.)?([\\w-]+)\\s*=\\s*([0-9]{1,6}(?:\\.[0-9]{1,6})?)\\s*");

    /**
     * An operation: a query, a scan, or, when it is neither, an insert.
     *
     * @param operation what it counts as
     * @param weight    how often
     * @param query     of the profile
     * @param scan      of the profile
     */
    record Entry(Operation operation, double weight, Optional<Query> query, Optional<TokenScan> scan) {

        boolean inserts() {
            return query.isEmpty() && scan.isEmpty();
        }
    }

    /** Notes names that the profile does not have. */
    static UserMix of(Profile profile, String text, Problems problems) {
        List<Entry> entries = new ArrayList<>();
        Set<String> known = new TreeSet<>(Set.of("insert"));
        profile.queries().forEach(query -> known.add(query.name()));
        profile.scans().forEach(scan -> known.add(scan.name()));
        for (Map.Entry<String, Double> weight : weights(text).entrySet()) {
            String name = weight.getKey();
            Optional<Query> query = profile.queries().stream()
                    .filter(q -> q.name().equalsIgnoreCase(name))
                    .findFirst();
            Optional<TokenScan> scan = profile.scans().stream()
                    .filter(s -> s.name().equalsIgnoreCase(name))
                    .findFirst();
            problems.require(
                    known.stream().anyMatch(name::equalsIgnoreCase),
                    "--ops has '" + name + "', but the profile has only " + String.join(", ", known));
            boolean reads = scan.isPresent() || query.map(Query::reads).orElse(false);
            OperationKind kind = reads ? OperationKind.READ : OperationKind.WRITE;
            entries.add(new Entry(new Operation(entries.size(), printed(name), kind), weight.getValue(), query, scan));
        }
        return new UserMix(entries);
    }

    /**
     * {@code insert=1,simple1=3}: names to weights, in their order; empty for anything else. The brackets of cassandra-stress, and names
     * of profiles before a dot, may be there.
     */
    static Map<String, Double> weights(String text) {
        Map<String, Double> weights = new LinkedHashMap<>();
        String inner = text.startsWith("(") && text.endsWith(")") ? text.substring(1, text.length() - 1) : text;
        for (String part : inner.split(",", -1)) {
            Matcher matcher = WEIGHT.matcher(part);
            if (!matcher.matches() || weights.put(matcher.group(1), Double.valueOf(matcher.group(2))) != null) {
                return Map.of();
            }
        }
        return weights.values().stream().allMatch(weight -> weight > 0) ? weights : Map.of();
    }

    /** Operations have letters, digits and hyphens, a letter first. */
    private static String printed(String name) {
        String plain = name.replace('_', '-');
        return Character.isLetter(plain.charAt(0)) ? plain : "op-" + plain;
    }

    List<Operation> operations() {
        return entries.stream().map(Entry::operation).toList();
    }

    /** Whether a query of the user's own writes. */
    boolean rewrites() {
        return entries.stream().flatMap(entry -> entry.query().stream()).anyMatch(query -> !query.reads());
    }

    Entry draw(RandomGenerator random) {
        double at = random.nextDouble()
                * entries.stream().mapToDouble(Entry::weight).sum();
        for (Entry entry : entries) {
            at -= entry.weight();
            if (at < 0) {
                return entry;
            }
        }
        return entries.get(entries.size() - 1);
    }
}
