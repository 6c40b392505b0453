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
            case VOLUME -> new AzureVolumes(clients).put(step, earlier);
            case SOFTWARE -> new AzureSoftware(clients).put(step, earlier);
            case SERVER -> new AzureDatabases(clients, catalogue).server(step, earlier);
            case DATABASE -> new AzureDatabases(clients, catalogue).database(step, earlier);
            case KEY, PASSWORD -> throw new IllegalArgumentException("keys and passwords are made on this machine");
        };
    }

    /** A resource of the run's own group goes with it, in one request that also takes what nobody wrote down. */
    void undo(Step step) {
        if (Kind.of(step.kind()) == Kind.GROUP) {
            new AzureGroups(clients, clock).delete(step);
        } else {
            new Resources(clients).delete(step);
        }
    }

    /** Whether undoing it needs a request of its own. */
    static boolean isUndone(Step step) {
        Kind kind = Kind.of(step.kind());
        boolean others = step.arguments().containsKey(Arguments.EXISTING);
        return others ? !kind.type().isEmpty() : kind == Kind.GROUP;
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
