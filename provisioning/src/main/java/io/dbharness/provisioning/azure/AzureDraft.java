package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureSubject.Database;
import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Turns valid subjects into steps: what they share first, then the machine of the harness, then each subject. */
final class AzureDraft {

    /** Of the secure shell, the only thing that may come in from outside. */
    private static final String SSH_PORT = "22";

    /** Where the data disks of a machine are mounted. */
    static final String MOUNT = "/data";

    /** Private, and unlikely to be one that a user peers with. */
    static final String SPACE = "10.77.0.0/16";

    private final Run run;
    private final AzureSettings settings;
    private final Catalogue catalogue;
    private final StepList steps;

    AzureDraft(Run run, AzureSettings settings, Catalogue catalogue) {
        this.run = run;
        this.settings = settings;
        this.catalogue = catalogue;
        this.steps = new StepList(run, settings);
    }

    List<Step> steps(List<AzureSubject> subjects) {
        check(subjects);
        steps.add(
                Arguments.GROUP_STEP,
                Kind.GROUP,
                settings.group()
                        .map(group -> "use the resource group " + group + ", which stays")
                        .orElse("resource group " + run.id() + " in " + settings.region()),
                Map.of(Arguments.LIFETIME, settings.lifetime().toString()));
        boolean client = settings.client().isPresent();
        if (client || subjects.stream().anyMatch(one -> one.machines().isPresent())) {
            shared();
        }
        MachineDraft machines = new MachineDraft(steps, run, settings, catalogue);
        settings.client().ifPresent(size -> machines.add(Arguments.CLIENT, Machines.bare(size), true));
        boolean reachable = settings.allowFrom().isPresent() && !client;
        for (AzureSubject one : subjects) {
            steps.next(one.name());
            one.machines().ifPresent(those -> machines.add(one.name(), those, reachable));
            one.database().ifPresent(database -> database(one.name(), database));
        }
        return steps.steps();
    }

    private void check(List<AzureSubject> subjects) {
        Set<String> skus = new TreeSet<>();
        Map<String, Integer> sizes = new TreeMap<>();
        for (AzureSubject one : subjects) {
            one.machines().ifPresent(machines -> {
                sizes.merge(machines.size(), machines.nodes(), Integer::sum);
                machines.disk().ifPresent(disk -> skus.add(disk.type().sku()));
            });
        }
        settings.client().ifPresent(size -> sizes.merge(size, 1, Integer::sum));
        List<String> counted = sizes.entrySet().stream()
                .map(entry -> entry.getValue() + "x" + entry.getKey())
                .toList();
        steps.add(
                Arguments.CHECK_STEP,
                Kind.CHECK,
                "ask whether " + settings.region() + " has the sizes, zones and quota",
                Map.of(Arguments.SIZES, String.join(" ", counted), Arguments.DISK_SKUS, String.join(" ", skus)));
    }

    private void shared() {
        steps.add(
                Arguments.KEY_STEP,
                Kind.KEY,
                "a pair of keys for ssh, in " + run.directory(),
                Map.of(Arguments.KEY_FILE, run.directory().resolve("id_rsa").toString()));
        steps.add(
                Arguments.FIREWALL_STEP,
                Kind.FIREWALL,
                settings.allowFrom()
                        .map(address -> "security group: ssh from " + address + " only")
                        .orElse("security group: nothing comes in"),
                settings.allowFrom()
                        .map(address -> Map.of(
                                Arguments.NAME,
                                settings.name(run, "firewall"),
                                Arguments.ALLOW_FROM,
                                address,
                                Arguments.PORT,
                                SSH_PORT))
                        .orElse(Map.of(Arguments.NAME, settings.name(run, "firewall"))));
        steps.add(
                Arguments.NETWORK_STEP,
                Kind.NETWORK,
                "virtual network " + SPACE,
                Map.of(Arguments.NAME, settings.name(run, "network")));
    }

    private void database(String subject, Database database) {
        String server = run.id() + "-" + subject;
        Map<String, String> arguments = new TreeMap<>(Map.of(
                Arguments.NAME, server, Arguments.USER, database.user(), Arguments.PASSWORD, database.password()));
        settings.allowFrom().ifPresent(address -> arguments.put(Arguments.ALLOW_FROM, address));
        steps.add(subject + "/server", Kind.SERVER, "logical server " + server, arguments);
        steps.add(
                subject + "/database",
                Kind.DATABASE,
                "database of tier " + database.tier().name() + " on " + server,
                Map.of(
                        Arguments.NAME,
                        subject,
                        Arguments.NODE,
                        server,
                        Arguments.TIER,
                        database.tier().name()));
    }
}
