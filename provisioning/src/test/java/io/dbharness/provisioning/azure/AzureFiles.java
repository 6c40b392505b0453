package io.dbharness.provisioning.azure;

/** Provisioning files shared by several tests. */
final class AzureFiles {

    static final String SQL_SERVER = """
            name: performance-plus
            subjects:
              plus:
                provider: azure
                vm: Standard_E16bds_v5
                controller: NVMe
                tier: P30
                disks: 2
                performance-plus: true
              v2:
                provider: azure
                vm: Standard_E16bds_v5
                controller: NVMe
                tier: PremiumV2_LRS
                size: 2TiB
                iops: 16000
                bandwidth: 600MB/s
                sector: 4096
            azure:
              subscription: %s
              region: westus2
              zone: 1
              owner: tester
              allow-from: 203.0.113.7
            """.formatted(FakeResourceManager.SUBSCRIPTION);

    /** A small file, so that each of its requests can be interrupted in turn. */
    static final String ONE_MACHINE = """
            name: one
            subjects:
              u:
                provider: azure
                vm: Standard_D8s_v5
                tier: UltraSSD_LRS
                size: 256GiB
                iops: 10000
                bandwidth: 250MB/s
                file-system: ext4
            azure:
              subscription: %s
              region: westus2
              zone: 1
              owner: tester
            """.formatted(FakeResourceManager.SUBSCRIPTION);

    /** A machine with a database, and a client machine. */
    static final String WITH_CLIENT = """
            name: one
            subjects:
              u:
                provider: azure
                vm: Standard_D8s_v5
                tier: P15
                server: postgresql
            azure:
              subscription: %s
              region: westus2
              owner: tester
              client: Standard_D8s_v5
              allow-from: 203.0.113.7
            """.formatted(FakeResourceManager.SUBSCRIPTION);

    /** A file in an existing resource group of another owner. */
    static final String IN_A_GROUP_OF_OTHERS = ONE_MACHINE + "  group: theirs\n  allow-from: 203.0.113.7\n";

    /** Several machines and clients at once, in a zone unknown before, with a NAT gateway, among resources of other owners. */
    static final String SEVERAL = """
            name: one
            subjects:
              u: {provider: azure, vm: Standard_D8s_v5, nodes: 2, tier: P15, server: cassandra}
              uv: {provider: azure, vm: Standard_L8s_v4, tier: PremiumV2_LRS, size: 64GiB}
            azure: {subscription: %s, region: westus2, group: theirs, zones: any, nat-gateway: true,
                    allow-from: 203.0.113.7, client: Standard_D8s_v5, clients: 2}
            """.formatted(FakeResourceManager.SUBSCRIPTION);

    private AzureFiles() {}
}
