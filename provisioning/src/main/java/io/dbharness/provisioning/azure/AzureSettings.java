package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.spi.Run;
import io.dbharness.yaml.Fields;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the subjects of a file share: its mapping {@code azure}.
 *
 * @param cloud         which
 * @param subscription  who pays; may be empty in a plan that is only looked at
 * @param region        for example {@code westus2}
 * @param zone          of machines and disks
 * @param owner         for the tags
 * @param lifetime      after which {@code reap} takes it away
 * @param allowFrom     the one address that may come in; empty: none, and no public address
 * @param image         {@code publisher:offer:sku:version} of the machines
 * @param runLength     how long the load is meant to last
 * @param prices        a file of prices by the hour, or {@code retail}
 * @param maxCost       an hour; more is refused
 * @param client        size of the machine that the harness runs on; empty: on this one
 * @param group         a resource group that is there and stays; empty: one of the run's own
 */
record AzureSettings(
        AzureCloud cloud,
        String subscription,
        String region,
        Optional<String> zone,
        String owner,
        Duration lifetime,
        Optional<String> allowFrom,
        String image,
        Duration runLength,
        Optional<String> prices,
        Optional<BigDecimal> maxCost,
        Optional<String> client,
        Optional<String> group) {

    static final String LATEST = "latest";

    /** The long-term release whose images carry the links to data disks by their number (azure-vm-utils). */
    private static final String DEFAULT_IMAGE = "Canonical:ubuntu-24_04-lts:server:" + LATEST;

    private static final Duration DEFAULT_LIFETIME = Duration.ofHours(8);
    private static final Pattern SUBSCRIPTION = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final Pattern REGION = Pattern.compile("[a-z0-9]{2,40}");
    private static final Pattern GROUP = Pattern.compile("[\\w().-]{0,89}[\\w()-]");
    static final Pattern IMAGE = Pattern.compile("[^:\\s]+(:[^:\\s]+){3}");
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final int OCTET = 255;

    /**
     * What holds where the file does not say.
     *
     * @param subscription who pays
     * @param owner        who asks
     * @param cloud        where
     * @param retail       address of the list of retail prices
     */
    record Defaults(String subscription, String owner, AzureCloud cloud, URI retail) {}

    /** Reads the mapping; its faults are noted at its lines. */
    static AzureSettings read(Fields fields, Defaults defaults) {
        return new AzureSettings(
                fields.word("cloud", AzureCloud.WORDS)
                        .map(word -> AzureCloud.of(Optional.of(word)))
                        .orElse(defaults.cloud()),
                form(fields, "subscription", SUBSCRIPTION, "an id such as 00000000-0000-0000-0000-000000000000")
                        .orElse(defaults.subscription()),
                form(fields, "region", REGION, "a region's short name such as westus2")
                        .orElseGet(() -> {
                            fields.problem("region", "must be there");
                            return "";
                        }),
                fields.word("zone", List.of("1", "2", "3")),
                fields.text("owner").orElse(defaults.owner()),
                fields.length("expires").orElse(DEFAULT_LIFETIME),
                address(fields),
                form(fields, "image", IMAGE, "publisher:offer:sku:version").orElse(DEFAULT_IMAGE),
                fields.length("run-length").orElse(Duration.ZERO),
                fields.text("prices"),
                cost(fields),
                client(fields),
                form(fields, "group", GROUP, "the name of a resource group that is there"));
    }

    private static Optional<String> client(Fields fields) {
        Optional<String> size = fields.text("client");
        if (size.isPresent() && !fields.has("allow-from")) {
            fields.problem("client", "needs allow-from, the one address that may reach it");
        }
        return size;
    }

    /** What stands in for the name of the run in names that have to be unique in a group of others. */
    String name(Run run, String name) {
        return group.isEmpty() ? name : name + run.id().substring(run.id().lastIndexOf('-'));
    }

    private static Optional<String> form(Fields fields, String name, Pattern pattern, String what) {
        Optional<String> text = fields.text(name);
        if (text.isPresent() && !pattern.matcher(text.get()).matches()) {
            fields.problem(name, "must be " + what + ", not '" + text.get() + "'");
        }
        return text;
    }

    private static Optional<String> address(Fields fields) {
        Optional<String> text = fields.text("allow-from");
        boolean one = text.filter(address -> ADDRESS.matcher(address).matches() && !address.equals("0.0.0.0"))
                .filter(address ->
                        Stream.of(address.split("\\.", -1)).allMatch(octet -> Integer.parseInt(octet) <= OCTET))
                .isPresent();
        if (text.isPresent() && !one) {
            fields.problem(
                    "allow-from",
                    "must be the one IPv4 address you come from, such as 203.0.113.7, not '" + text.get()
                            + "'; networks and 0.0.0.0 are refused");
        }
        return text;
    }

    private static Optional<BigDecimal> cost(Fields fields) {
        Optional<String> text = fields.text("max-cost-an-hour");
        try {
            return text.map(BigDecimal::new);
        } catch (NumberFormatException e) {
            fields.problem("max-cost-an-hour", "must be an amount such as 5.50, not '" + text.orElse("") + "'");
            return Optional.empty();
        }
    }
}
