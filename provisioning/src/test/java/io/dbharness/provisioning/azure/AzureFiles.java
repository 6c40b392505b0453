package io.dbharness.provisioning.azure;

/** Files that several tests bring up. */
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

    /** Little, so that every request of it can be interrupted in turn. */
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

    private AzureFiles() {}
}
