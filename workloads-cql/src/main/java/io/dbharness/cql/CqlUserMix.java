package io.dbharness.cql;

import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.CqlProfile.Query;
import io.dbharness.cql.profile.CqlProfile.TokenScan;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Problems;
import io.dbharness.profile.Weight;
import io.dbharness.profile.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The operations of a run with profiles, with their weights.
 *
 * @param entries one per operation
 * @param weights of the entries
 */
record CqlUserMix(List<Entry> entries, Weights weights) {

    /**
     * An operation: a query, a scan, or otherwise an insert.
     *
     * @param operation recorded for requests
     * @param profile   index of its profile among those of the run
     * @param query     of the profile
     * @param scan      of the profile
     */
    record Entry(Operation operation, int profile, Optional<Query> query, Optional<TokenScan> scan) {

        boolean inserts() {
            return query.isEmpty() && scan.isEmpty();
        }
    }

    /**
     * Parses the operations and adds a problem for each name that the profiles do not have. A name without a profile prefix belongs to the
     * first profile. Operations of weight 0 are left out.
     *
     * @param text weights; if empty those of the first profile, or inserts only
     */
    static CqlUserMix of(List<CqlProfile> profiles, String text, Problems problems) {
        List<Entry> entries = new ArrayList<>();
        List<Weight> weights = new ArrayList<>();
        Map<String, Weight> own = profiles.get(0).run().weights();
        Map<String, Weight> byDefault = own.isEmpty() ? Map.of("insert", Weight.ONE) : own;
        for (Map.Entry<String, Weight> weight : (text.isEmpty() ? byDefault : Weight.mix(text)).entrySet()) {
            String whole = weight.getKey();
            int dot = whole.lastIndexOf('.');
            String called = dot < 0 ? "" : whole.substring(0, dot);
            String name = whole.substring(dot + 1);
            int place = dot < 0 ? 0 : place(profiles, called);
            if (place < 0) {
                problems.add(
                        "--ops has '" + whole + "', but no profile is called " + called + "; there is "
                                + String.join(
                                        ", ",
                                        profiles.stream().map(CqlProfile::name).toList()),
                        "ops");
                continue;
            }
            entry(profiles, place, name, entries.size(), problems)
                    .filter(entry -> weight.getValue().amount() > 0)
                    .ifPresent(entry -> {
                        entries.add(entry);
                        weights.add(weight.getValue());
                    });
        }
        Optional<Weights> all = Weight.weights(weights);
        problems.require(
                all.isPresent(), "the shares of operations in per cent must leave some of 100 % to the others", "ops");
        return new CqlUserMix(entries, all.orElse(new Weights(List.of(1.0))));
    }

    /** Returns the index of a profile. With a single profile any prefix names it, because copied command lines may contain one. */
    private static int place(List<CqlProfile> profiles, String called) {
        return profiles.size() == 1
                ? 0
                : IntStream.range(0, profiles.size())
                        .filter(i -> profiles.get(i).isCalled(called))
                        .findFirst()
                        .orElse(-1);
    }

    private static Optional<Entry> entry(
            List<CqlProfile> profiles, int place, String name, int index, Problems problems) {
        CqlProfile profile = profiles.get(place);
        Set<String> known = new TreeSet<>(Set.of("insert"));
        profile.queries().forEach(query -> known.add(query.name()));
        profile.scans().forEach(scan -> known.add(scan.name()));
        if (known.stream().noneMatch(name::equalsIgnoreCase)) {
            problems.add(
                    "--ops has '" + name + "', but the profile " + profile.name() + " has only "
                            + String.join(", ", known),
                    "ops");
            return Optional.empty();
        }
        Optional<Query> query = profile.queries().stream()
                .filter(q -> q.name().equalsIgnoreCase(name) && !q.isShadowed())
                .findFirst();
        Optional<TokenScan> scan = profile.scans().stream()
                .filter(s -> s.name().equalsIgnoreCase(name))
                .findFirst();
        boolean reads = scan.isPresent()
                || query.filter(q -> q.reads() && q.then().isEmpty()).isPresent();
        String shown = printed(profiles.size() == 1 ? name : profile.name() + "-" + name);
        boolean both = query.flatMap(Query::then).isPresent();
        Operation operation = new Operation(
                index, shown, both ? OperationKind.TRANSACTION : reads ? OperationKind.READ : OperationKind.WRITE);
        return Optional.of(new Entry(operation, place, query, scan));
    }

    /** Converts a name to letters, digits and hyphens, a letter first. */
    private static String printed(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9-]", "-");
        return Character.isLetter(plain.charAt(0)) ? plain : "op-" + plain;
    }

    List<Operation> operations() {
        return entries.stream().map(Entry::operation).toList();
    }

    /** Returns true if any query of a profile passes a test. */
    boolean any(int profile, Predicate<Query> test) {
        return entries.stream()
                .filter(entry -> entry.profile() == profile)
                .flatMap(entry -> entry.query().stream())
                .flatMap(query -> query.statements().stream())
                .anyMatch(test);
    }

    /** Returns true if a write of a profile is at the level of the run. */
    boolean writesWithoutLevel(int profile, CqlProfile.Insert insert) {
        return entries.stream()
                .filter(entry -> entry.profile() == profile)
                .anyMatch(entry -> entry.inserts()
                        ? insert.consistency().level().isEmpty()
                        : entry.query()
                                .filter(query -> !query.reads()
                                        && query.consistency().level().isEmpty())
                                .isPresent());
    }

    /** Returns true if the run only inserts into a profile's table. */
    boolean onlyInserts(int profile) {
        return entries.stream().filter(entry -> entry.profile() == profile).allMatch(Entry::inserts);
    }

    /** Returns true if a test holds for some entry of a profile. */
    boolean anyEntry(int profile, Predicate<Entry> test) {
        return entries.stream().filter(entry -> entry.profile() == profile).anyMatch(test);
    }

    Entry draw(RandomGenerator random) {
        return entries.get(weights.draw(random));
    }
}
