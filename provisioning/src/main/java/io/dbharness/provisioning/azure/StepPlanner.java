package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureCheck.Wanted;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Turns valid subjects into steps: shared resources first, then the client machines, then each subject. Equal machines come each with their
 * address, interface and disks, then their volumes, then the database on all of them. Not thread-safe.
 */
final class StepPlanner {

    /** The ssh port, the only port open to the outside. */
    private static final String SSH_PORT = "22";

    /** A private network that a user is unlikely to peer with. */
    static final String SPACE = "10.77.0.0/16";

    /** Maximum length of a database server's name. */
    private static final int MOST_LETTERS = 63;

    private final Run run;
    private final AzureSettings settings;
    private final MachinePlanner machines;
    private final List<Step> steps = new ArrayList<>();
    /** Subject of the next steps; empty for shared steps. */
    private String subject = "";

    StepPlanner(Run run, AzureSettings settings) {
        this.run = run;
        this.settings = settings;
        this.machines = new MachinePlanner(run, settings, this::add);
    }

    List<Step> steps(List<AzureSubject> subjects) {
        check(subjects);
        add(
                AzureArguments.GROUP_STEP,
                Kind.GROUP,
                settings.group()
                        .map(group -> "use the resource group " + group + ", which stays")
                        .orElse("resource group " + run.id() + " in " + settings.region()),
                Map.of(AzureArguments.LIFETIME, settings.lifetime().toString()),
                AzureArguments.CHECK_STEP);
        boolean client = settings.client().isPresent();
        if (client || subjects.stream().anyMatch(one -> one.machines().isPresent())) {
            shared();
        }
        boolean reachable = settings.network().reachable();
        settings.load().ifPresent(those -> machines.clients(those, reachable));
        for (AzureSubject one : subjects) {
            subject = one.name();
            one.machines()
                    .ifPresent(those -> machines.plan(one.name(), those, reachable && (those.alone() || !client)));
            one.database().ifPresent(this::database);
        }
        return List.copyOf(steps);
    }

    /**
     * Adds a step with its own arguments and those common to all steps of a run.
     *
     * @param after ids of steps it depends on, besides its group; ids without a step in the plan are omitted
     */
    private void add(String id, Kind kind, String summary, Map<String, Object> own, String... after) {
        List<String> needed = Stream.concat(Stream.of(AzureArguments.GROUP_STEP), Stream.of(after))
                .filter(need -> steps.stream().anyMatch(step -> step.id().equals(need)))
                .distinct()
                .toList();
        Map<String, Object> arguments = AzureArguments.of(
                AzureArguments.CLOUD,
                        Optional.of(settings.cloud())
                                .filter(AzureCloud::isOther)
                                .map(AzureCloud::word),
                AzureArguments.SUBSCRIPTION, settings.subscription(),
                AzureArguments.GROUP, settings.group().orElse(run.id()),
                AzureArguments.REGION, settings.region(),
                AzureArguments.RUN, run.id(),
                AzureArguments.AFTER, needed,
                AzureArguments.OWNER, settings.owner(),
                AzureArguments.TAGS, Optional.of(settings.tags()).filter(tags -> !tags.isEmpty()),
                AzureArguments.ZONE, settings.placement().zone(),
                AzureArguments.ANY_ZONE,
                        MachinePlanner.onlyIf(settings.placement().anyZone()),
                AzureArguments.EXISTING, settings.group().map(others -> true));
        arguments.putAll(own);
        new AzureBody(settings, arguments).of(kind).ifPresent(body -> arguments.put(AzureArguments.BODY, body));
        steps.add(new Step(AzureProvider.NAME, id, kind.word(), subject, summary, arguments));
    }

    private void check(List<AzureSubject> subjects) {
        List<Wanted> wanted = new ArrayList<>();
        settings.load().ifPresent(those -> wanted.add(machines.wanted(AzureArguments.CLIENT, those)));
        subjects.forEach(one -> one.machines().ifPresent(those -> wanted.add(machines.wanted(one.name(), those))));
        List<String> passwords = subjects.stream()
                .flatMap(one -> one.database().stream())
                .flatMap(database -> database.password().stream())
                .distinct()
                .toList();
        add(
                AzureArguments.CHECK_STEP,
                Kind.CHECK,
                "ask whether " + settings.region() + " has the sizes, images, zones and quota",
                Map.of(
                        AzureArguments.WANTED,
                        wanted.stream().map(Wanted::json).toList(),
                        AzureArguments.PASSWORDS,
                        passwords));
    }

    private void shared() {
        AzureNetwork network = settings.network();
        add(
                AzureArguments.KEY_STEP,
                Kind.KEY,
                "a pair of keys for ssh, in " + run.directory(),
                Map.of(
                        AzureArguments.KEY_FILE,
                        run.directory().resolve("id_rsa").toString()));
        settings.agents()
                .ifPresent(ports -> add(
                        AzureArguments.CLIENTS_STEP,
                        Kind.CLIENTS,
                        "group of the clients, among whom ports " + ports + " are open",
                        Map.of(AzureArguments.NAME, settings.name(run, "clients"))));
        add(
                AzureArguments.FIREWALL_STEP,
                Kind.FIREWALL,
                "security group: "
                        + network.texts()
                                .map(from -> "ssh from " + String.join(" ", from) + " only")
                                .orElse("nothing comes in"),
                AzureArguments.of(
                        AzureArguments.NAME, settings.name(run, "firewall"),
                        AzureArguments.ALLOW_FROM, network.texts(),
                        AzureArguments.AGENTS, settings.agents(),
                        AzureArguments.PORT, network.texts().map(from -> SSH_PORT)),
                AzureArguments.CLIENTS_STEP);
        if (settings.placement().proximity()) {
            add(
                    AzureArguments.PROXIMITY_STEP,
                    Kind.PROXIMITY,
                    "proximity placement group",
                    Map.of(AzureArguments.NAME, settings.name(run, "proximity")));
        }
        if (network.natGateway()) {
            machines.address(AzureArguments.NAT_STEP, "nat");
            add(
                    AzureArguments.NAT_STEP,
                    Kind.NAT,
                    "NAT gateway, the way out",
                    Map.of(
                            AzureArguments.NAME,
                            settings.name(run, "nat"),
                            AzureArguments.NODE,
                            AzureArguments.NAT_STEP),
                    AzureArguments.NAT_STEP + "/address");
        }
        if (network.subnet().isEmpty()) {
            add(
                    AzureArguments.NETWORK_STEP,
                    Kind.NETWORK,
                    "virtual network " + SPACE,
                    Map.of(AzureArguments.NAME, settings.name(run, "network")),
                    AzureArguments.FIREWALL_STEP,
                    AzureArguments.NAT_STEP);
        }
    }

    private void database(AzureDatabase database) {
        String server = serverName();
        boolean postgresql = database.postgresql();
        Map<String, Object> arguments = AzureArguments.of(
                AzureArguments.NAME, server,
                AzureArguments.USER, database.user(),
                AzureArguments.PASSWORD, database.password(),
                AzureArguments.ALLOW_FROM, settings.network().texts(),
                AzureArguments.RULES, settings.network().rules());
        if (database.user().isEmpty()) {
            settings.entra().ifPresent(entra -> arguments.putAll(entra.arguments()));
        }
        if (postgresql) {
            arguments.putAll(database.arguments());
        }
        add(
                subject + "/server",
                postgresql ? Kind.FLEXIBLE : Kind.SERVER,
                (postgresql ? "PostgreSQL Flexible Server " + database.tier() + " " : "logical server ") + server,
                arguments,
                AzureArguments.CLIENT + "/address",
                AzureArguments.NAT_STEP + "/address");
        Map<String, Object> content = new TreeMap<>(postgresql ? Map.of() : database.arguments());
        content.putAll(Map.of(AzureArguments.NAME, subject, AzureArguments.NODE, server));
        add(
                subject + "/database",
                postgresql ? Kind.CONTENT : Kind.DATABASE,
                postgresql ? "database " + subject : "database of tier " + database.tier() + " on " + server,
                content,
                subject + "/server");
    }

    /** Returns a globally unique name of at most 63 characters without a hyphen at either end. */
    private String serverName() {
        String tail = AzureSettings.letters(run);
        String whole = subject + "-" + run.name();
        return whole.substring(0, Math.min(whole.length(), MOST_LETTERS - tail.length()))
                        .replaceAll("-+$", "")
                + tail;
    }

    /** Returns the password file of a subject's database. */
    static String passwordFile(Run run, String name) {
        return run.directory().resolve(name + ".password").toString();
    }
}
