package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.remote.RemoteHarness;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.yaml.Fields;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The settings that the subjects of a file share: its mapping {@code azure}.
 *
 * @param cloud         Azure cloud
 * @param subscription  subscription that is charged; may be empty for a plan alone
 * @param region        region, for example {@code westus2}
 * @param owner         value of the owner tag
 * @param tags          additional tags of the user
 * @param lifetime      time after which {@code reap} removes the resources
 * @param autoShutdown  true if Azure switches the machines off after that time; false if that is more than a day ahead
 * @param image         {@code publisher:offer:sku:version} of the machines' image, or the id of an image
 * @param systemGib     size of the machines' system disks, GiB
 * @param runLength     expected duration of the load
 * @param spending      prices and limits of spending
 * @param client        size of the client machine; empty: the harness runs on this machine
 * @param clients       number of client machines of that size, which share the load
 * @param group         name of an existing resource group, which is kept; empty: the run makes its own
 * @param network       network access
 * @param placement     placement of machines
 * @param entra         administrator of databases with Entra authentication; empty: an administrator with a password
 */
record AzureSettings(
        AzureCloud cloud,
        String subscription,
        String region,
        String owner,
        Map<String, String> tags,
        Duration lifetime,
        boolean autoShutdown,
        String image,
        long systemGib,
        Duration runLength,
        Spending spending,
        Optional<String> client,
        int clients,
        Optional<String> group,
        AzureNetwork network,
        Placement placement,
        Optional<Entra> entra) {

    static final String LATEST = "latest";

    /** The long-term support release, which has an image for each generation of machines. */
    static final String DEFAULT_IMAGE = "Canonical:ubuntu-24_04-lts:server:" + LATEST;

    private static final Duration DEFAULT_LIFETIME = Duration.ofHours(8);
    private static final Duration DAY = Duration.ofDays(1);
    private static final long SYSTEM_GIB = 64;
    private static final long MOST_SYSTEM_GIB = 2_048;
    private static final int SHIFT_GIB = 30;
    private static final int MOST_CLIENTS = 64;
    private static final int GB = 1_000_000_000;
    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final String AN_ID = "an id such as 00000000-0000-0000-0000-000000000000";
    private static final Pattern REGION = Pattern.compile("[a-z0-9]{2,40}");
    private static final Pattern GROUP = Pattern.compile("[\\w().-]{0,89}[\\w()-]");
    static final Pattern IMAGE = Pattern.compile(
            "[^:\\s/]+(:[^:\\s/]+){3}|/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Compute/"
                    + "(images/[^/]+|galleries/[^/]+/images/[^/]+(/versions/[^/]+)?)");
    static final String AN_IMAGE = "publisher:offer:sku:version, or the id of an image";

    /**
     * Defaults of settings that the file leaves out.
     *
     * @param subscription subscription that is charged
     * @param owner        value of the owner tag
     * @param cloud        Azure cloud
     * @param retail       address of the retail price list
     * @param own          address of a service that returns the caller's public address
     */
    record Defaults(String subscription, String owner, AzureCloud cloud, URI retail, URI own) {}

    /**
     * Prices and limits of spending.
     *
     * @param prices  path of a file with hourly prices, or {@code retail}
     * @param maxCost maximum cost of an hour; a more expensive plan is refused
     * @param traffic expected outgoing traffic until expiry, GB; empty: unknown
     */
    record Spending(Optional<String> prices, Optional<BigDecimal> maxCost, Optional<Long> traffic) {}

    /**
     * Placement and boot mode of machines.
     *
     * @param zone          zone of machines and disks
     * @param anyZone       true to try the next zone if a zone has no capacity
     * @param proximity     true for a proximity placement group
     * @param spot          true for Spot machines, which are cheaper and may be evicted at any time
     * @param trustedLaunch true for secure boot and a virtual TPM
     */
    record Placement(Optional<String> zone, boolean anyZone, boolean proximity, boolean spot, boolean trustedLaunch) {

        static Placement read(Fields fields) {
            Optional<String> zone = fields.word("zone", List.of("1", "2", "3"));
            boolean any = fields.word("zones", List.of("any")).isPresent();
            boolean proximity = fields.flag("proximity").orElse(false);
            if (any && zone.isPresent()) {
                fields.problem("zones", "cannot be combined with zone: 'any' chooses a zone with capacity");
            }
            if (any && proximity) {
                fields.problem(
                        "proximity", "cannot be combined with zones: any; machines in several zones are not close");
            }
            return new Placement(
                    zone,
                    any,
                    proximity,
                    fields.flag("spot").orElse(false),
                    fields.flag("trusted-launch").orElse(false));
        }
    }

    /**
     * A database administrator with Entra authentication.
     *
     * @param login  login name in messages
     * @param object id of the user, group or application
     * @param tenant id of its tenant
     * @param kind   User, Group or Application
     */
    record Entra(String login, String object, String tenant, String kind) {

        /** Returns the arguments of a step that makes a server. */
        Map<String, Object> arguments() {
            return Map.of(
                    AzureArguments.ENTRA_LOGIN, login, "entraObject", object, "entraTenant", tenant, "entraKind", kind);
        }

        static Optional<Entra> read(Fields fields) {
            return fields.fields("entra").map(inner -> {
                Entra entra = new Entra(
                        inner.required("login").orElse(""),
                        form(inner, "object", ID, AN_ID).orElse(""),
                        form(inner, "tenant", ID, AN_ID).orElse(""),
                        inner.word("kind", List.of("User", "Group", "Application"))
                                .orElse("User"));
                List.of("object", "tenant").stream()
                        .filter(name -> !inner.has(name))
                        .forEach(name -> inner.problem(name, "is missing"));
                inner.refuseOthers();
                return entra;
            });
        }
    }

    /** Reads the mapping; problems are reported at their lines. */
    static AzureSettings read(Fields fields, Defaults defaults) {
        Duration lifetime = fields.length("expires").orElse(DEFAULT_LIFETIME);
        // Azure's schedules have a time of day only, so they cannot stop a machine after more than a day.
        boolean autoShutdown = fields.flag("auto-shutdown").orElse(true) && lifetime.compareTo(DAY) <= 0;
        AzureNetwork network = AzureNetwork.read(fields);
        Optional<String> client = fields.text("client");
        if (client.isPresent()
                && network.publicAddresses()
                && network.allowFrom().isEmpty()) {
            fields.problem("client", "needs allow-from, the addresses that may reach it, or public-addresses: false");
        }
        int clients = (int) fields.whole("clients", 1, MOST_CLIENTS).orElse(1);
        if (fields.has("clients") && client.isEmpty()) {
            fields.problem("clients", "needs client, the size of each");
        }
        return new AzureSettings(
                fields.word("cloud", AzureCloud.WORDS)
                        .map(word -> AzureCloud.of(Optional.of(word)))
                        .orElse(defaults.cloud()),
                form(fields, "subscription", ID, AN_ID).orElse(defaults.subscription()),
                form(fields, "region", REGION, "a region's short name such as westus2")
                        .orElseGet(() -> {
                            fields.problem("region", "is missing");
                            return "";
                        }),
                fields.text("owner").orElse(defaults.owner()),
                tags(fields),
                lifetime,
                autoShutdown,
                form(fields, "image", IMAGE, AN_IMAGE).orElse(DEFAULT_IMAGE),
                systemGib(fields),
                fields.length("run-length").orElse(Duration.ZERO),
                new Spending(fields.text("prices"), cost(fields), traffic(fields)),
                client,
                clients,
                form(fields, "group", GROUP, "the name of an existing resource group"),
                network,
                Placement.read(fields),
                Entra.read(fields));
    }

    /** Returns the client machines. */
    Optional<Machines> load() {
        return client.map(size -> Machines.bare(clients, size));
    }

    /** Returns the port range of the agents and their coordinator; empty unless there are several clients. */
    Optional<String> agents() {
        return Optional.of(RemoteHarness.AGENTS_PORT + "-" + (RemoteHarness.AGENTS_PORT + clients))
                .filter(ports -> clients > 1);
    }

    /** Returns true if the lifetime is longer than a day, the maximum for Azure's schedules. */
    boolean lasts() {
        return lifetime.compareTo(DAY) > 0;
    }

    private static Map<String, String> tags(Fields fields) {
        Map<String, String> tags = new TreeMap<>();
        fields.fields("tags")
                .ifPresent(own -> own.names().forEach(name -> {
                    if (AzureGroups.Tags.NAMES.contains(name) || name.matches(".*[<>%&\\\\?/ ].*")) {
                        own.problem(
                                name,
                                "is reserved for the harness, or contains a character that Azure does not allow in tags");
                    }
                    own.text(name).ifPresent(value -> tags.put(name, value));
                }));
        return tags;
    }

    private static long systemGib(Fields fields) {
        long gib = fields.bytes("system-disk").orElse(SYSTEM_GIB << SHIFT_GIB) >> SHIFT_GIB;
        if (gib < 1 || gib > MOST_SYSTEM_GIB) {
            fields.problem("system-disk", "must be from 1GiB to 2TiB, and not smaller than the image");
        }
        return gib;
    }

    private static Optional<Long> traffic(Fields fields) {
        return fields.has("traffic")
                ? Optional.of((fields.bytes("traffic").orElse(0) + GB - 1) / GB)
                : Optional.empty();
    }

    /** Returns the prefix of names that must be unique in the resource group of another owner; it replaces the run's name. */
    String name(Run run, String name) {
        return group.isEmpty() ? name : name + letters(run);
    }

    /** Returns a hyphen and the six random letters of a run. */
    static String letters(Run run) {
        return run.id().substring(run.id().lastIndexOf('-'));
    }

    static Optional<String> form(Fields fields, String name, Pattern pattern, String what) {
        Optional<String> text = fields.text(name);
        if (text.isPresent() && !pattern.matcher(text.get()).matches()) {
            fields.problem(name, "must be " + what + ", not '" + text.get() + "'");
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
