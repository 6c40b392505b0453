package io.dbharness.sql;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.model.FileWork;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.profile.ShippedProfile;
import io.dbharness.profile.TemplateValues;
import io.dbharness.profile.Weight;
import io.dbharness.quantity.Quantities;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.SqlProfile;
import io.dbharness.sql.profile.SqlProfileFile;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parameters of {@code sql user}, checked with their profile.
 *
 * @param profile  profile from the file
 * @param mix      mix of its operations
 * @param countRows true if all rows are counted before and after a run
 */
record SqlUserSettings(SqlProfile profile, SqlUserMix mix, boolean countRows) {

    static final String OPS = "ops";

    static final String PROFILE = "profile";
    static final String SCALE = "scale";
    private static final String COUNT_ROWS = "count-rows";
    private static final String AUTO = "auto";
    private static final double MOST_SCALE = 1_000_000;
    private static final long MOST_ROWS_COUNTED = 20_000_000;

    /** Returns the options of {@code sql user}. */
    static List<Parameter> parameters() {
        return Stream.concat(
                        Stream.of(
                                new Parameter(
                                        PROFILE,
                                        "tables, operations and checks, in YAML",
                                        "",
                                        Domain.matching(
                                                "FILE",
                                                text -> new File(text).isFile() && new File(text).canRead(),
                                                "a file that can be read")),
                                TemplateValues.PARAMETER),
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
                        OPS,
                        "operations of the profile and their weights; left out, those of the profile",
                        "",
                        Domain.matching(
                                        "NAME=N,...",
                                        text -> !Weight.mix(text).isEmpty(),
                                        "names and weights, take=3,add=1, at least one of them above 0")
                                .optional()),
                new Parameter(
                        SCALE,
                        "factor for the numbers of rows in the profile",
                        "1",
                        Domain.matching(
                                "X",
                                SqlUserSettings::isScale,
                                "a number above 0 and not above 1000000, such as 0.1 or 20")),
                new Parameter(
                        COUNT_ROWS,
                        "count all rows before and after; auto: up to 20 million",
                        AUTO,
                        Domain.choice(List.of(AUTO, Domain.YES, Domain.NO))));
    }

    private static boolean isScale(String text) {
        double scale = Quantities.number(text).orElse(0);
        return scale > 0 && scale <= MOST_SCALE;
    }

    /** Checks the parameters; throws {@link io.dbharness.model.UsageException} with all problems. */
    static SqlUserSettings of(Parameters parameters, Optional<ShippedProfile> shipped) {
        Problems problems = new Problems();
        Optional<SqlUserSettings> settings = of(parameters, shipped, problems);
        problems.throwIfAny();
        return settings.orElseThrow();
    }

    /** Checks the parameters; returns empty after noting a problem. */
    static Optional<SqlUserSettings> of(Parameters parameters, Optional<ShippedProfile> shipped, Problems problems) {
        double scale = Double.parseDouble(parameters.text(SCALE));
        Path file = Path.of(shipped.map(known -> known.name() + ".yaml").orElseGet(() -> parameters.text(PROFILE)));
        String text;
        try {
            text = shipped.map(ShippedProfile::text).orElseGet(() -> FileWork.text(file));
        } catch (UsageException e) {
            problems.addAll(e, PROFILE);
            return Optional.empty();
        }
        TemplateValues values = shipped.map(known -> known.values(parameters.values()))
                .orElseGet(() -> TemplateValues.parse(parameters.text(TemplateValues.PARAMETER.name()))
                        .orElseThrow());
        Problems found = new Problems();
        Optional<SqlProfile> read = SqlProfileFile.read(file, text, dialects(), scale, values, found);
        values.refuseOthers(found);
        problems.addAll(found, PROFILE);
        return read.flatMap(profile -> SqlUserMix.of(profile, parameters.text(OPS), problems)
                .map(mix -> new SqlUserSettings(profile, mix, counts(profile, parameters.text(COUNT_ROWS)))));
    }

    private static boolean counts(SqlProfile profile, String wish) {
        long rows = profile.tables().stream().mapToLong(ProfileTable::rows).sum();
        return wish.equals(Domain.YES) || (wish.equals(AUTO) && rows <= MOST_ROWS_COUNTED);
    }

    /** Returns the dialect names that SQL variants may have. */
    private static Set<String> dialects() {
        return ServiceLoader.load(Dialect.class).stream()
                .flatMap(dialect -> dialect.get().names().stream())
                .collect(Collectors.toSet());
    }
}
