package io.dbharness.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.cql.data.CqlProfileDataSet;
import io.dbharness.cql.data.CqlProfileDataSet.Plan;
import io.dbharness.cql.data.ForeignDataSet;
import io.dbharness.cql.data.ForeignKeys;
import io.dbharness.cql.data.ProfileData;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.Levels;
import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.CqlProfile.Changes;
import io.dbharness.cql.profile.CqlProfile.Choice;
import io.dbharness.cql.profile.CqlProfile.Query;
import io.dbharness.cql.profile.CqlProfileFile;
import io.dbharness.cql.profile.WriteEffect;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.model.Problems;
import io.dbharness.profile.Arguments;
import io.dbharness.profile.ShippedProfile;
import io.dbharness.profile.TemplateValues;
import io.dbharness.profile.Weight;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The parameters of {@code cql user}, validated together with the profiles they name.
 *
 * @param sources  one per profile, at least one
 * @param mix      of their operations
 * @param pageSize rows at most in one page of an answer
 * @param splitRanges parts that scans read each token range in
 */
record CqlUserSettings(List<Source> sources, CqlUserMix mix, int pageSize, int splitRanges) {

    /**
     * A profile with its command-line settings.
     *
     * @param profile     parsed
     * @param plan        of its data set
     * @param population  distribution over the partitions; the default of cassandra-stress if empty
     * @param lookback    how many partitions queries of the population are behind the last written one; empty for draws from it
     * @param onlyInserts true if the run only inserts
     * @param startsEmpty true if every run begins with an empty table
     * @param foreign     source of the keys of a table that another program has created; empty for a table of this program
     */
    record Source(
            CqlProfile profile,
            Plan plan,
            Optional<ValueDistribution> population,
            Optional<ValueDistribution> lookback,
            boolean onlyInserts,
            boolean startsEmpty,
            Optional<ForeignKeys> foreign) {

        ProfileData data(CqlTarget cluster, RunClock clock) {
            if (foreign.isPresent()) {
                return new ForeignDataSet(cluster, profile, plan, foreign.get(), clock);
            }
            CqlProfileDataSet own = new CqlProfileDataSet(cluster, profile, plan, clock);
            if (startsEmpty) {
                own.startEmpty();
            }
            return own;
        }

        /** Returns the population; by default one over this many partitions. */
        ValueDistribution populationOver(long partitions) {
            String range = "(1.." + Math.max(1, partitions) + ")";
            return population.orElseGet(() -> ValueDistribution.known((onlyInserts ? "seq" : "gaussian") + range));
        }
    }

    private static final List<String> INSERT_FIELDS =
            List.of("batchtype", "partitions", "revisit", "row-population", "select", "visits");

    /** The options of {@code cql user}. */
    static List<Parameter> parameters() {
        return Stream.concat(
                        Stream.of(
                                new Parameter(
                                        "profile",
                                        "a profile of cassandra-stress, or several",
                                        "",
                                        Domain.matching(
                                                "FILE,...",
                                                text -> files(text).stream()
                                                        .allMatch(file -> file.isFile() && file.canRead()),
                                                "a file that can be read, or several with commas between them")),
                                new Parameter(
                                        "partitions",
                                        "partitions to load, numbered from 1; by default those of the profile, or as many as make about 100000 rows",
                                        "",
                                        Domain.whole(0, 1_000_000_000_000L).optional()),
                                TemplateValues.PARAMETER,
                                new Parameter(
                                        "insert",
                                        "fields of the profile's insert: that replace those in the file",
                                        "",
                                        Domain.matching(
                                                        "NAME=VALUE,...",
                                                        text -> insertFields(text)
                                                                .isPresent(),
                                                        "some of " + String.join(", ", INSERT_FIELDS)
                                                                + ", such as visits=fixed(3),batchtype=LOGGED")
                                                .optional()),
                                new Parameter(
                                        "skip-columns",
                                        "leave out columns that cassandra-stress cannot write: maps, tuples, types of your own, durations,"
                                                + " vectors, and collections of these",
                                        Domain.NO,
                                        Domain.SWITCH),
                                new Parameter(
                                        "split-ranges",
                                        "parts of equal size that scans read each token range in",
                                        "1",
                                        Domain.whole(1, 1_000_000)),
                                new Parameter(
                                        "foreign",
                                        "use an existing table, which is not created, filled, marked or dropped",
                                        Domain.NO,
                                        Domain.SWITCH),
                                new Parameter(
                                        "keys",
                                        "where the keys of a foreign table come from: drawn by the profile, read from the table, or a CSV file"
                                                + " whose first line names the columns",
                                        ForeignKeys.GENERATED,
                                        Domain.matching(
                                                "generated|scan|FILE",
                                                text -> List.of(ForeignKeys.GENERATED, ForeignKeys.SCAN)
                                                                .contains(text)
                                                        || new File(text).isFile(),
                                                "generated, scan or a file that can be read"))),
                        common())
                .toList();
    }

    /** Returns the options of a shipped profile. */
    static List<Parameter> parameters(ShippedProfile profile) {
        return Stream.concat(profile.options().stream(), common()).toList();
    }

    private static Stream<Parameter> common() {
        return Stream.of(
                new Parameter(
                        "ops",
                        "weights of operations: insert and the names of the profile's queries, with several profiles PROFILE.NAME=N;"
                                + " by default those of the profile, or inserts only",
                        "",
                        Domain.matching(
                                        "NAME=N,...",
                                        text -> !Weight.mix(text).isEmpty(),
                                        "names and weights, insert=1,NAME=3, at least one of them above 0")
                                .optional()),
                new Parameter(
                        "population",
                        "distribution of reads and writes over the partitions, such as uniform(1..1M); by default that of the"
                                + " profile, or over the loaded ones: seq if the run only inserts, otherwise gaussian, as in cassandra-stress",
                        "",
                        Domain.matching(
                                        "DISTRIBUTION",
                                        text -> ValueDistribution.parse(text, "", new Problems())
                                                .filter(numbers -> numbers.least() >= 0)
                                                .isPresent(),
                                        "a distribution over numbers from 0, such as uniform(1..1M), gaussian(1..1M) or seq(1..1M)")
                                .optional()),
                new Parameter(
                        "page-size",
                        "rows per page of an answer; all pages are read",
                        "5000",
                        Domain.whole(1, 1_000_000)),
                StressSettings.LOOKBACK,
                StressSettings.START,
                TableOptions.CONSISTENCY);
    }

    /** Parses fields of a profile's insert, such as {@code visits=fixed(3),batchtype=LOGGED}; empty for any other text. */
    private static Optional<Map<String, String>> insertFields(String text) {
        Map<String, String> fields = new TreeMap<>();
        for (String part : text.isEmpty() ? List.<String>of() : Arguments.split(text)) {
            String name = part.replaceFirst("=.*", "");
            if (!part.contains("=")
                    || !INSERT_FIELDS.contains(name)
                    || fields.put(name, part.substring(name.length() + 1)) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(fields);
    }

    /** Splits a list of files at commas, unless a file of the whole name exists. */
    private static List<File> files(String text) {
        return new File(text).isFile()
                ? List.of(new File(text))
                : Arrays.stream(text.split(",", -1))
                        .map(name -> new File(name.strip()))
                        .toList();
    }

    /** Validates the parameters. Throws a {@link io.dbharness.model.UsageException} that names every problem. */
    static CqlUserSettings of(Parameters parameters, Optional<ShippedProfile> shipped) {
        Problems problems = new Problems();
        Optional<CqlUserSettings> settings = of(parameters, shipped, problems);
        problems.throwIfAny();
        return settings.orElseThrow();
    }

    /** Validates the parameters; adds every problem and returns empty if there is any. */
    static Optional<CqlUserSettings> of(Parameters parameters, Optional<ShippedProfile> shipped, Problems problems) {
        List<CqlProfile> profiles = new ArrayList<>();
        Given given = new Given(parameters);
        Problems found = new Problems();
        if (shipped.isPresent()) {
            ShippedProfile profile = shipped.get();
            CqlProfileFile.read(
                            Path.of(profile.name() + ".yaml"),
                            profile.text(),
                            profile.values(parameters.values()),
                            found)
                    .ifPresent(profiles::add);
        } else {
            TemplateValues values = TemplateValues.parse(given.text(TemplateValues.PARAMETER.name()))
                    .orElseThrow();
            List<File> files = files(given.text("profile"));
            Changes changes = new Changes(
                    insertFields(given.text("insert")).orElseThrow(),
                    given.text("skip-columns").equals(Domain.YES));
            for (File file : files) {
                CqlProfileFile.read(Path.of(file.getPath()), values, changes, found)
                        .ifPresent(profiles::add);
            }
            values.refuseOthers(found);
            if (profiles.size() < files.size()) {
                profiles.clear();
            }
        }
        problems.addAll(found, "profile");
        if (profiles.isEmpty()) {
            return Optional.empty();
        }
        Set<String> names = new HashSet<>();
        Set<String> tables = new HashSet<>();
        for (CqlProfile profile : profiles) {
            boolean newName = names.add(profile.name().toLowerCase(Locale.ROOT));
            boolean newTable = tables.add(profile.keyspace() + "." + profile.table());
            problems.require(
                    newName && newTable,
                    "--profile has two profiles of the name or table of " + profile.name(),
                    "profile");
        }
        CqlUserMix mix = CqlUserMix.of(profiles, parameters.text("ops"), problems);
        List<Source> sources = new ArrayList<>();
        for (int i = 0; i < profiles.size(); i++) {
            sources.add(source(profiles.get(i), i, mix, given, problems));
        }
        String parts = given.text("split-ranges");
        return Optional.of(new CqlUserSettings(
                List.copyOf(sources),
                mix,
                parameters.whole("page-size"),
                parts.isEmpty() ? 1 : Integer.parseInt(parts)));
    }

    /**
     * The values of options, some of which a shipped profile does not have.
     *
     * @param parameters of the command
     */
    private record Given(Parameters parameters) {

        /** Returns the value of an option; empty if the command does not have it. */
        String text(String name) {
            return parameters.values().getOrDefault(name, "");
        }
    }

    private static Source source(CqlProfile profile, int place, CqlUserMix mix, Given given, Problems problems) {
        Parameters parameters = given.parameters();
        boolean foreign = given.text("foreign").equals(Domain.YES)
                || profile.ddl().table().isEmpty();
        String keys = given.text("keys");
        problems.require(
                foreign || keys.isEmpty() || keys.equals(ForeignKeys.GENERATED),
                "--keys " + keys + " is for an existing table that another program has created; add --foreign",
                "keys",
                "foreign");
        problems.require(
                !foreign || !StressSettings.startsEmpty(parameters),
                "--start empty needs a table that this tool creates; leave out --foreign",
                "start",
                "foreign");
        String wanted = given.text("partitions");
        long partitions = wanted.isEmpty()
                ? profile.run()
                        .partitions()
                        .orElseGet(() -> Math.max(1, Math.round(100_000 / Math.max(1, profile.rowsInPartition()))))
                : Long.parseLong(wanted);
        Optional<ValueDistribution> population = Optional.of(given.text("population"))
                .filter(text -> !text.isEmpty())
                .flatMap(text -> ValueDistribution.parse(text, "--population", problems))
                .or(() -> profile.run().population());
        Optional<ValueDistribution> lookback = ValueDistribution.parse(given.text(StressSettings.LOOKBACK.name()));
        problems.require(
                lookback.isEmpty()
                        || population.filter(ValueDistribution::isSequence).isPresent(),
                StressSettings.LOOKBACK_NEEDS,
                "read-lookback",
                "population");
        boolean next = profile.insert().reach().choice() == Choice.NEXT;
        problems.require(
                population.isPresent() || partitions > 0 || (next && mix.onlyInserts(place)),
                "--partitions 0 loads nothing; name the partitions to write by --population, such as seq(1..1M)",
                "partitions",
                "population");
        ConsistencyLevel level =
                Levels.parse(parameters.text("consistency"), false).orElseThrow();
        problems.require(
                !level.isSerial() || !mix.writesWithoutLevel(place, profile.insert()),
                "--consistency " + parameters.text("consistency") + " is for reads, and --ops has writes; give them a"
                        + " consistencyLevel in the profile",
                "consistency",
                "ops");
        Predicate<Query> writes = query -> !query.reads();
        boolean inserts = mix.anyEntry(place, CqlUserMix.Entry::inserts);
        boolean writesUnderConditions = mix.any(place, Query::isConditional)
                || (inserts && profile.insert().isOfAbsent());
        boolean allConditional = writesUnderConditions
                && (!inserts || profile.insert().isOfAbsent())
                && !mix.any(place, writes.and(query -> !isOwn(query, profile) || !query.isConditional()));
        Plan plan = new Plan(
                partitions,
                Math.max(partitions, population.map(ValueDistribution::most).orElse(0L)),
                level,
                mix.any(place, writes.and(query -> !isOwn(query, profile))),
                mix.any(place, Query::removes),
                allConditional && !foreign);
        return new Source(
                profile,
                plan,
                population,
                lookback,
                mix.onlyInserts(place),
                StressSettings.startsEmpty(parameters),
                foreign ? Optional.of(new ForeignKeys(keys)) : Optional.empty());
    }

    /** Returns true if the effect of a write on the row whose values it binds is known. */
    private static boolean isOwn(Query query, CqlProfile profile) {
        return WriteEffect.of(query, profile).kind() != WriteEffect.Kind.OTHER;
    }

    /** Returns the keyspaces of the profiles, the first one's first. */
    List<String> keyspaces() {
        return sources.stream()
                .map(source -> source.profile().keyspace())
                .distinct()
                .toList();
    }
}
