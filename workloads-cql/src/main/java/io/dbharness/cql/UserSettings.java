package io.dbharness.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.cql.data.ProfileDataSet;
import io.dbharness.cql.driver.Levels;
import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.ProfileFile;
import io.dbharness.distribution.Distribution;
import io.dbharness.model.Problems;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of {@code cql user}, checked together with the profile they name.
 *
 * @param profile    as read
 * @param mix        of its operations
 * @param plan       of its data set
 * @param population which partitions are used how often
 */
record UserSettings(Profile profile, UserMix mix, ProfileDataSet.Plan plan, Distribution population) {

    /** The options of {@code cql user}. */
    static List<Parameter> parameters() {
        return List.of(
                new Parameter(
                        "profile",
                        "a profile of cassandra-stress",
                        "",
                        Domain.matching(
                                "FILE",
                                text -> new File(text).isFile() && new File(text).canRead(),
                                "a file that can be read")),
                new Parameter(
                        "ops",
                        "what to do how often: insert and the names of the profile's queries",
                        "insert=1",
                        Domain.matching(
                                "NAME=N,...",
                                text -> !UserMix.weights(text).isEmpty(),
                                "names and how often each is done, insert=1,NAME=3, with numbers above 0")),
                new Parameter(
                        "partitions",
                        "partitions to load, numbered from 1; left out, as many as make about 100000 rows",
                        "",
                        Domain.whole(0, 1_000_000_000_000L).optional()),
                new Parameter(
                        "population",
                        "which partitions are asked for and written how often, such as gaussian(1..1M) or seq(1..1M); left out,"
                                + " all that are loaded alike",
                        "",
                        Domain.matching(
                                        "DISTRIBUTION",
                                        text -> Distribution.parse(text, "", new Problems())
                                                .filter(numbers -> numbers.least() >= 1)
                                                .isPresent(),
                                        "a distribution over numbers from 1, such as uniform(1..1M), gaussian(1..1M) or seq(1..1M)")
                                .optional()),
                StressSettings.CONSISTENCY);
    }

    /** Throws a {@link io.dbharness.model.UsageException} that names everything that is wrong. */
    static UserSettings of(Parameters parameters) {
        Problems problems = new Problems();
        Optional<UserSettings> settings = of(parameters, problems);
        problems.throwIfAny();
        return settings.orElseThrow();
    }

    /** Empty, and something noted, when anything is wrong. */
    static Optional<UserSettings> of(Parameters parameters, Problems problems) {
        Optional<Profile> read = ProfileFile.read(Path.of(parameters.text("profile")), problems);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        Profile profile = read.get();
        UserMix mix = UserMix.of(profile, parameters.text("ops"), problems);
        String given = parameters.text("partitions");
        long partitions = given.isEmpty()
                ? Math.max(1, Math.round(100_000 / Math.max(1, profile.rowsInPartition())))
                : Long.parseLong(given);
        String population = parameters.text("population");
        problems.require(
                !population.isEmpty() || partitions > 0,
                "--partitions 0 loads nothing, so say with --population which partitions are written, such as seq(1..1M)");
        ConsistencyLevel level =
                Levels.parse(parameters.text("consistency"), false).orElseThrow();
        ProfileDataSet.Plan plan = new ProfileDataSet.Plan(partitions, level, mix.rewrites());
        String which = population.isEmpty() ? "uniform(1.." + Math.max(1, partitions) + ")" : population;
        return Distribution.parse(which, "--population", problems)
                .map(distribution -> new UserSettings(profile, mix, plan, distribution));
    }
}
