package io.dbharness.provisioning.azure;

import com.azure.resourcemanager.sql.fluent.models.DatabaseInner;
import com.azure.resourcemanager.sql.fluent.models.FirewallRuleInner;
import com.azure.resourcemanager.sql.fluent.models.ServerInner;
import com.azure.resourcemanager.sql.models.Sku;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.DatabaseTier;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.target.Secret;
import java.util.Map;
import java.util.Optional;

/** Azure SQL databases, each on a logical server of its own that lets one address in, or nobody. */
final class AzureDatabases {

    private final AzureClients clients;
    private final Catalogue catalogue;

    AzureDatabases(AzureClients clients, Catalogue catalogue) {
        this.clients = clients;
        this.catalogue = catalogue;
    }

    Map<String, String> server(Step step, Facts earlier) {
        Secret password = Secret.parse(step.argument(Arguments.PASSWORD))
                .orElseThrow(() -> new HarnessException("no reference to a password: " + step.id()));
        ServerInner server = new ServerInner();
        server.withLocation(step.argument(Arguments.REGION));
        server.withTags(Tags.of(step, earlier));
        server.withAdministratorLogin(step.argument(Arguments.USER));
        server.withAdministratorLoginPassword(password.reveal());
        server.withVersion("12.0");
        ServerInner made = clients.sql()
                .getServers()
                .createOrUpdate(step.argument(Arguments.GROUP), step.argument(Arguments.NAME), server);
        Optional.ofNullable(step.arguments().get(Arguments.ALLOW_FROM))
                .ifPresent(address -> allow(step, "caller", address));
        earlier.of(Arguments.CLIENT + "/address", Arguments.IP_ADDRESS)
                .filter(address -> !address.isEmpty())
                .ifPresent(address -> allow(step, Arguments.CLIENT, address));
        return Map.of(Arguments.ID, made.id(), Arguments.HOST, made.fullyQualifiedDomainName());
    }

    private void allow(Step step, String name, String address) {
        clients.sql()
                .getFirewallRules()
                .createOrUpdate(
                        step.argument(Arguments.GROUP),
                        step.argument(Arguments.NAME),
                        name,
                        new FirewallRuleInner().withStartIpAddress(address).withEndIpAddress(address));
    }

    Map<String, String> database(Step step, Facts earlier) {
        DatabaseTier tier = catalogue
                .database(step.argument(Arguments.TIER))
                .orElseThrow(() -> new HarnessException("no database tier " + step.argument(Arguments.TIER)));
        DatabaseInner database = new DatabaseInner();
        database.withLocation(step.argument(Arguments.REGION));
        database.withTags(Tags.of(step, earlier));
        database.withSku(new Sku().withName(tier.name()).withTier(tier.edition()));
        DatabaseInner made = clients.sql()
                .getDatabases()
                .createOrUpdate(
                        step.argument(Arguments.GROUP),
                        step.argument(Arguments.NODE),
                        step.argument(Arguments.NAME),
                        database);
        Delivered delivered = new Delivered(step);
        delivered.compare(
                Arguments.TIER,
                Optional.ofNullable(made.currentServiceObjectiveName())
                        .or(() -> Optional.ofNullable(made.sku()).map(Sku::name)));
        return delivered.facts(made.id());
    }
}
