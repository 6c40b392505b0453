package io.dbharness.cql;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.dbharness.cql.data.ProfileDataSet;
import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.ProfileFile;
import io.dbharness.cql.profile.Spread;
import io.dbharness.cql.profile.SpreadText;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.workload.Parameters;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The parameters of {@code cql user}, checked together with the profile they name.
 *
 * @param profile    as read
 * @param mix        of its operations
 * @param plan       of its data set
 * @param population which partitions are used how often
 */
record UserSettings(Profile profile, UserMix mix, ProfileDataSet.Plan plan, Spread population) {

    private static final double DEFAULT_ROWS = 100_000;

    /** Empty, and something noted, when anything is wrong. */
    static Optional<UserSettings> of(Parameters parameters, Problems problems) {
        Optional<Profile> read = ProfileFile.read(Path.of(parameters.text(UserParameters.PROFILE)), problems);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        Profile profile = read.get();
        UserMix mix = UserMix.of(profile, parameters.text(UserParameters.OPS), problems);
        long partitions = partitions(parameters.text(UserParameters.PARTITIONS), profile);
        Optional<Spread> population = population(parameters.text(UserParameters.POPULATION), partitions, problems);
        DefaultConsistencyLevel level = DefaultConsistencyLevel.valueOf(
                parameters.text(StressParameters.CONSISTENCY).toUpperCase(Locale.ROOT));
        ProfileDataSet.Plan plan = new ProfileDataSet.Plan(partitions, level, mix.rewrites());
        return population.map(spread -> new UserSettings(profile, mix, plan, spread));
    }

    private static long partitions(String given, Profile profile) {
        if (!given.isEmpty()) {
            return Long.parseLong(given);
        }
        double rows = profile.rowsInPartition(Seed.DEFAULT.stream("rows-in-partition", 0));
        return Math.max(1, Math.round(DEFAULT_ROWS / Math.max(1, rows)));
    }

    private static Optional<Spread> population(String given, long partitions, Problems problems) {
        problems.require(
                !given.isEmpty() || partitions > 0,
                "--partitions 0 loads nothing, so say with --population which partitions are written, such as seq(1..1M)");
        String text = given.isEmpty() ? "uniform(1.." + Math.max(1, partitions) + ")" : given;
        return SpreadText.parse(text, "--population", problems);
    }
}
