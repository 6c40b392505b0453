package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Catalogue.DatabaseTier;
import io.dbharness.provisioning.catalogue.Catalogue.FlexibleOffer;
import io.dbharness.provisioning.catalogue.Catalogue.ProvisionedRange;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.yaml.Fields;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A managed database on a dedicated server: Azure SQL by DTU or by vCore, or PostgreSQL Flexible Server.
 *
 * @param postgresql true for PostgreSQL, false for Azure SQL
 * @param tier       Azure's name of the compute size, for example {@code S1}, {@code GP_Gen5_4}, {@code Standard_D4ds_v5}
 * @param power      display text of the compute size: DTU or vCores
 * @param arguments  arguments of the step that makes it
 * @param user       administrator's login; empty for Entra authentication
 * @param password   reference to the administrator's password
 */
record AzureDatabase(
        boolean postgresql,
        String tier,
        String power,
        Map<String, Object> arguments,
        Optional<String> user,
        Optional<String> password) {

    private static final Pattern VCORE =
            Pattern.compile("(GP|BC|HS)(_S)?_(Gen5|DC|PRMS|MOPRMS)_(\\d{1,3})", Pattern.CASE_INSENSITIVE);
    private static final Map<String, String> EDITIONS =
            Map.of("GP", "GeneralPurpose", "BC", "BusinessCritical", "HS", "Hyperscale");
    private static final int FAMILY = 3;
    private static final int CAPACITY = 4;
    private static final long GIB = 1L << 30;
    private static final long LEAST_GIB = 32;
    private static final long MEGABYTE = 1_000_000;
    private static final String BURSTABLE = "Standard_B";

    /** Reads the fields of a subject; problems are reported at their lines. */
    static Optional<AzureDatabase> read(Subject subject, Catalogue catalogue) {
        Fields fields = subject.fields();
        boolean entra = fields.word("login", List.of("password", "entra"))
                .filter("entra"::equals)
                .isPresent();
        Optional<String> user =
                fields.text("user").or(() -> Optional.of("harness")).filter(name -> !entra);
        Optional<String> password = fields.text("password");
        if (entra && (fields.has("user") || password.isPresent())) {
            fields.problem("login", "entra needs neither user nor password");
        }
        if (entra && fields.has("postgresql")) {
            fields.problem("login", "entra is available for Azure SQL only; the PostgreSQL driver does not support it");
        }
        if (!entra && password.flatMap(Secret::parse).isEmpty()) {
            fields.problem("password", "must be a reference to the password: env:NAME or file:PATH");
        }
        return fields.has("postgresql")
                ? Optional.of(postgresql(subject, catalogue.flexible(), user, password))
                : sql(subject, catalogue, user, password);
    }

    private static Optional<AzureDatabase> sql(
            Subject subject, Catalogue catalogue, Optional<String> user, Optional<String> password) {
        Fields fields = subject.fields();
        String name = fields.text("database").orElse("");
        Optional<DatabaseTier> dtu = catalogue.database(name);
        Matcher vcore = VCORE.matcher(name);
        Optional<Long> gib = subject.disk().bytes().map(bytes -> (bytes + GIB - 1) / GIB);
        Map<String, Object> arguments = AzureArguments.of(
                "maxSizeBytes", gib.map(size -> size * GIB),
                "backup", fields.word("backup", List.of("Local", "Zone", "Geo", "GeoZone")));
        if (dtu.isPresent()) {
            DatabaseTier tier = dtu.get();
            gib.filter(size -> size > tier.maxGb())
                    .ifPresent(size -> fields.problem("size", "is more than the " + tier.maxGb() + " GB of " + name));
            arguments.putAll(Map.of(
                    "skuName", tier.name(), AzureArguments.EDITION, tier.edition(), AzureArguments.TIER, tier.name()));
            long apart = gib.map(size -> Math.max(0, size - tier.includedGb())).orElse(0L);
            arguments.put(AzureArguments.STORAGE, apart);
            return Optional.of(new AzureDatabase(false, tier.name(), tier.dtu() + " DTU", arguments, user, password));
        }
        if (!vcore.matches()) {
            fields.problem(
                    "database",
                    "must be one of "
                            + String.join(
                                    ", ",
                                    catalogue.databases().stream()
                                            .map(DatabaseTier::name)
                                            .toList())
                            + ", or vCores as Azure names them: GP_Gen5_4, GP_S_Gen5_4, BC_Gen5_8, HS_Gen5_2");
            return Optional.empty();
        }
        return Optional.of(vcore(fields, vcore, arguments, gib, user, password));
    }

    private static AzureDatabase vcore(
            Fields fields,
            Matcher name,
            Map<String, Object> arguments,
            Optional<Long> gib,
            Optional<String> user,
            Optional<String> password) {
        String kind = name.group(1).toUpperCase(Locale.ROOT);
        boolean serverless = name.group(2) != null;
        long vcores = Long.parseLong(name.group(CAPACITY));
        String sku = kind + (serverless ? "_S_" : "_") + name.group(FAMILY);
        Optional<String> least = fields.text("min-vcores");
        if (serverless && kind.equals("BC")) {
            fields.problem("database", "of this tier is not serverless; use GP_S or HS_S");
        }
        if (gib.isPresent() && kind.equals("HS")) {
            fields.problem("size", "cannot be set for Hyperscale, which grows automatically");
        }
        Optional<Double> minimum = least.filter(text -> serverless && text.matches("\\d{1,2}(\\.\\d{1,2})?"))
                .map(Double::valueOf);
        if (least.isPresent() && minimum.isEmpty()) {
            fields.problem("min-vcores", "must be a number such as 0.5, for serverless databases only");
        }
        arguments.putAll(AzureArguments.of(
                "skuName",
                sku,
                AzureArguments.EDITION,
                EDITIONS.getOrDefault(kind, ""),
                "family",
                name.group(FAMILY),
                "capacity",
                vcores,
                AzureArguments.TIER,
                sku + "_" + vcores,
                AzureArguments.STORAGE,
                gib.orElse(LEAST_GIB),
                "minCapacity",
                minimum,
                // A database that pauses during a measurement is useless.
                "autoPauseDelay",
                serverless ? Optional.of(-1) : Optional.empty()));
        return new AzureDatabase(false, sku + "_" + vcores, vcores + " vCores", arguments, user, password);
    }

    private static AzureDatabase postgresql(
            Subject subject, FlexibleOffer offer, Optional<String> user, Optional<String> password) {
        Fields fields = subject.fields();
        String asked = fields.text("postgresql").orElse("");
        Optional<String> known =
                offer.computes().stream().filter(asked::equalsIgnoreCase).findFirst();
        if (known.isEmpty()) {
            fields.problem(
                    "postgresql",
                    "must be a compute size of PostgreSQL Flexible Server such as Standard_D4ds_v5 or Standard_E8ds_v6, not '"
                            + asked + "'");
        }
        String size = known.orElse(asked);
        Optional<String> tier = subject.disk().tier();
        boolean v2 = tier.flatMap(DiskType::of)
                .filter(DiskType.PREMIUM_SSD_V2::equals)
                .isPresent();
        if (!v2 && tier.filter(text -> !text.matches("P\\d{1,2}")).isPresent()) {
            fields.problem("tier", "must be a performance tier such as P30, or PremiumV2_LRS");
        }
        Optional<Long> megabytes = subject.disk().bytesPerSecond().map(bytes -> bytes / MEGABYTE);
        if (!v2 && (subject.disk().iops().isPresent() || megabytes.isPresent())) {
            fields.problem("iops", "and bandwidth can be set for PremiumV2_LRS only");
        }
        long gib = subject.disk().bytes().map(bytes -> (bytes + GIB - 1) / GIB).orElse(LEAST_GIB);
        if (v2) {
            bought(subject, size, gib, offer.v2());
        } else if (!offer.premiumGib().contains(gib)) {
            fields.problem(
                    "size",
                    "must be one of "
                            + offer.premiumGib().stream().map(String::valueOf).collect(Collectors.joining(", "))
                            + " GiB, the sizes of Premium SSD storage, not " + gib
                            + " GiB; PremiumV2_LRS has any size");
        }
        Map<String, Object> arguments = AzureArguments.of(
                AzureArguments.SIZE,
                size,
                AzureArguments.EDITION,
                size.startsWith(BURSTABLE)
                        ? "Burstable"
                        : size.startsWith("Standard_E") ? "MemoryOptimized" : "GeneralPurpose",
                "release",
                fields.word("version", offer.versions()).orElse("16"),
                AzureArguments.GIB,
                gib,
                AzureArguments.SKU,
                (v2 ? DiskType.PREMIUM_SSD_V2 : DiskType.PREMIUM_SSD).sku(),
                AzureArguments.TIER,
                tier.filter(text -> !v2),
                AzureArguments.IOPS,
                subject.disk().iops(),
                AzureArguments.MEGABYTES,
                megabytes,
                "geoBackup",
                fields.word("backup", List.of("Local", "Geo"))
                        .filter("Geo"::equals)
                        .map(geo -> "Enabled")
                        .orElse("Disabled"));
        return new AzureDatabase(true, size, "PostgreSQL " + arguments.get("release"), arguments, user, password);
    }

    /** Checks storage of type Premium SSD v2, whose performance has no default. */
    private static void bought(Subject subject, String size, long gib, ProvisionedRange range) {
        Fields fields = subject.fields();
        if (size.startsWith(BURSTABLE)) {
            fields.problem("tier", "PremiumV2_LRS is not offered for burstable compute sizes; use a size D or E");
        }
        if (gib < range.minGib() || gib > range.maxGib()) {
            fields.problem(
                    "size", "must be from " + range.minGib() + " to " + range.maxGib() + " GiB for PremiumV2_LRS");
        }
        Optional<Long> iops = subject.disk().iops();
        if (iops.isEmpty()) {
            fields.problem("iops", "is missing; PremiumV2_LRS needs it");
        }
        if (subject.disk().bytesPerSecond().isEmpty()) {
            fields.problem("bandwidth", "is missing; PremiumV2_LRS needs it");
        }
        long most = range.maxIops(gib);
        iops.filter(any -> any < range.least().iops() || any > most)
                .ifPresent(any -> fields.problem(
                        "iops",
                        "must be from " + range.least().iops() + " to " + most + " with " + gib + " GiB, not " + any));
        long mostMegabytes =
                range.maxMegabytesPerSecond(iops.orElse(range.least().iops()));
        subject.disk()
                .bytesPerSecond()
                .map(bytes -> bytes / MEGABYTE)
                .filter(any -> any < range.least().megabytesPerSecond() || any > mostMegabytes)
                .ifPresent(any -> fields.problem(
                        "bandwidth",
                        "must be from " + range.least().megabytesPerSecond() + " to " + mostMegabytes
                                + " MB/s with these iops, not " + any));
    }

    /** Returns the connection target. */
    TargetSpec target(String host, String name) {
        String url = postgresql
                ? "jdbc:postgresql://" + host + ":5432/" + name + "?sslmode=require"
                : "jdbc:sqlserver://" + host + ":1433;databaseName=" + name + ";encrypt=true"
                        + (user.isPresent() ? "" : ";authentication=ActiveDirectoryDefault");
        TargetSpec target = TargetSpec.of(url);
        return password.flatMap(Secret::parse)
                .flatMap(secret -> user.map(administrator -> target.withCredentials(administrator, secret)))
                .orElse(target);
    }
}
