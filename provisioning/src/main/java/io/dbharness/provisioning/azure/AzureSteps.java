package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.RunClock;
import java.util.Locale;
import java.util.Map;

/** Carries out single steps in one subscription. Each is one request that may be repeated: it asks for a state, not for a change. */
final class AzureSteps {

    private final AzureClients clients;
    private final Catalogue catalogue;
    private final RunClock clock;

    AzureSteps(AzureClients clients, Catalogue catalogue, RunClock clock) {
        this.clients = clients;
        this.catalogue = catalogue;
        this.clock = clock;
    }

    Map<String, String> apply(Step step, Facts earlier) {
        return switch (Kind.of(step.kind())) {
            case CHECK -> new AzureCheck(clients, catalogue).run(step);
            case GROUP -> new AzureGroups(clients, clock).put(step);
            case FIREWALL -> new AzureNetworks(clients).firewall(step, earlier);
            case NETWORK -> new AzureNetworks(clients).network(step, earlier);
            case ADDRESS -> new AzureNetworks(clients).address(step, earlier);
            case INTERFACE -> new AzureNetworks(clients).card(step, earlier);
            case DISK -> new AzureDisks(clients).put(step, earlier);
            case MACHINE -> new AzureMachines(clients).put(step, earlier);
            case VOLUME -> new AzureVolumes(clients).put(step);
            case SERVER -> new AzureDatabases(clients, catalogue).server(step, earlier);
            case DATABASE -> new AzureDatabases(clients, catalogue).database(step, earlier);
            case KEY -> throw new IllegalArgumentException("keys are made on this machine");
        };
    }

    /** Of a group by itself, of everything else by the list of what its group holds. */
    Presence presence(Step step) {
        String group = step.argument(Arguments.GROUP);
        if (new AzureGroups(clients, clock).find(group).isEmpty()) {
            return Presence.GONE;
        }
        Kind kind = Kind.of(step.kind());
        if (kind == Kind.GROUP || kind.type().isEmpty()) {
            return kind == Kind.GROUP ? Presence.THERE : Presence.UNKNOWN;
        }
        String end = ("/providers/" + kind.type() + "/" + step.argument(Arguments.NAME)).toLowerCase(Locale.ROOT);
        return clients.resources().getResources().listByResourceGroup(group).stream()
                        .anyMatch(resource ->
                                resource.id().toLowerCase(Locale.ROOT).endsWith(end))
                ? Presence.THERE
                : Presence.GONE;
    }
}
