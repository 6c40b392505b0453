package io.dbharness.provisioning.azure;

import com.azure.resourcemanager.network.fluent.models.NetworkInterfaceInner;
import com.azure.resourcemanager.network.fluent.models.NetworkInterfaceIpConfigurationInner;
import com.azure.resourcemanager.network.fluent.models.NetworkSecurityGroupInner;
import com.azure.resourcemanager.network.fluent.models.PublicIpAddressInner;
import com.azure.resourcemanager.network.fluent.models.SecurityRuleInner;
import com.azure.resourcemanager.network.fluent.models.SubnetInner;
import com.azure.resourcemanager.network.fluent.models.VirtualNetworkInner;
import com.azure.resourcemanager.network.models.AddressSpace;
import com.azure.resourcemanager.network.models.IpAllocationMethod;
import com.azure.resourcemanager.network.models.PublicIpAddressSku;
import com.azure.resourcemanager.network.models.PublicIpAddressSkuName;
import com.azure.resourcemanager.network.models.SecurityRuleAccess;
import com.azure.resourcemanager.network.models.SecurityRuleDirection;
import com.azure.resourcemanager.network.models.SecurityRuleProtocol;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A network for the machines of a run, into which one address may come by ssh, or nobody. */
final class AzureNetworks {

    private static final String SUBNET = "machines";
    private static final String SUBNET_SPACE = "10.77.0.0/24";
    private static final int PRIORITY = 100;

    private final AzureClients clients;

    AzureNetworks(AzureClients clients) {
        this.clients = clients;
    }

    Map<String, String> firewall(Step step, Facts earlier) {
        List<SecurityRuleInner> rules = Optional.ofNullable(step.arguments().get(Arguments.ALLOW_FROM))
                .map(address -> List.of(rule(address, step.argument(Arguments.PORT))))
                .orElse(List.of());
        NetworkSecurityGroupInner group = new NetworkSecurityGroupInner();
        group.withLocation(step.argument(Arguments.REGION));
        group.withTags(Tags.of(step, earlier));
        group.withSecurityRules(rules);
        return id(clients.network()
                .getNetworkSecurityGroups()
                .createOrUpdate(step.argument(Arguments.GROUP), step.argument(Arguments.NAME), group)
                .id());
    }

    private static SecurityRuleInner rule(String address, String port) {
        return new SecurityRuleInner()
                .withName("ssh")
                .withPriority(PRIORITY)
                .withDirection(SecurityRuleDirection.INBOUND)
                .withAccess(SecurityRuleAccess.ALLOW)
                .withProtocol(SecurityRuleProtocol.TCP)
                .withSourceAddressPrefix(address + "/32")
                .withSourcePortRange("*")
                .withDestinationAddressPrefix("*")
                .withDestinationPortRange(port);
    }

    Map<String, String> network(Step step, Facts earlier) {
        NetworkSecurityGroupInner firewall = new NetworkSecurityGroupInner();
        firewall.withId(earlier.text(Arguments.FIREWALL_STEP, Arguments.ID));
        VirtualNetworkInner network = new VirtualNetworkInner();
        network.withLocation(step.argument(Arguments.REGION));
        network.withTags(Tags.of(step, earlier));
        network.withAddressSpace(new AddressSpace().withAddressPrefixes(List.of(AzureDraft.SPACE)));
        // Said out loud because the default is no longer the same everywhere; the machines install from package
        // repositories.
        network.withSubnets(List.of(new SubnetInner()
                .withName(SUBNET)
                .withAddressPrefix(SUBNET_SPACE)
                .withDefaultOutboundAccess(true)
                .withNetworkSecurityGroup(firewall)));
        return id(clients.network()
                .getVirtualNetworks()
                .createOrUpdate(step.argument(Arguments.GROUP), step.argument(Arguments.NAME), network)
                .id());
    }

    Map<String, String> address(Step step, Facts earlier) {
        PublicIpAddressInner address = new PublicIpAddressInner();
        address.withLocation(step.argument(Arguments.REGION));
        address.withTags(Tags.of(step, earlier));
        address.withSku(new PublicIpAddressSku().withName(PublicIpAddressSkuName.STANDARD));
        address.withPublicIpAllocationMethod(IpAllocationMethod.STATIC);
        Optional.ofNullable(step.arguments().get(Arguments.ZONE)).ifPresent(zone -> address.withZones(List.of(zone)));
        PublicIpAddressInner made = clients.network()
                .getPublicIpAddresses()
                .createOrUpdate(step.argument(Arguments.GROUP), step.argument(Arguments.NAME), address);
        return Map.of(
                Arguments.ID,
                made.id(),
                Arguments.IP_ADDRESS,
                Optional.ofNullable(made.ipAddress()).orElse(""));
    }

    Map<String, String> card(Step step, Facts earlier) {
        NetworkInterfaceIpConfigurationInner configuration = new NetworkInterfaceIpConfigurationInner()
                .withName("primary")
                .withPrimary(true)
                .withPrivateIpAllocationMethod(IpAllocationMethod.DYNAMIC)
                .withSubnet(subnet(earlier));
        if (Boolean.parseBoolean(step.argument(Arguments.PUBLIC))) {
            PublicIpAddressInner address = new PublicIpAddressInner();
            address.withId(earlier.text(step.argument(Arguments.NODE) + "/address", Arguments.ID));
            configuration.withPublicIpAddress(address);
        }
        NetworkInterfaceInner card = new NetworkInterfaceInner();
        card.withLocation(step.argument(Arguments.REGION));
        card.withTags(Tags.of(step, earlier));
        card.withEnableAcceleratedNetworking(Boolean.parseBoolean(step.argument(Arguments.ACCELERATED)));
        card.withIpConfigurations(List.of(configuration));
        NetworkInterfaceInner made = clients.network()
                .getNetworkInterfaces()
                .createOrUpdate(step.argument(Arguments.GROUP), step.argument(Arguments.NAME), card);
        String address = Optional.ofNullable(made.ipConfigurations()).stream()
                .flatMap(List::stream)
                .map(NetworkInterfaceIpConfigurationInner::privateIpAddress)
                .findFirst()
                .orElse("");
        return Map.of(Arguments.ID, made.id(), Arguments.PRIVATE_ADDRESS, address);
    }

    private static SubnetInner subnet(Facts earlier) {
        SubnetInner subnet = new SubnetInner();
        subnet.withId(earlier.text(Arguments.NETWORK_STEP, Arguments.ID) + "/subnets/" + SUBNET);
        return subnet;
    }

    private static Map<String, String> id(String id) {
        return Map.of(Arguments.ID, id);
    }
}
