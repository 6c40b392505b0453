package io.dbharness.provisioning.azure.monitor;

import java.util.List;

/**
 * One metric of Azure Monitor.
 *
 * @param azure  its name in requests, verbatim (supported-metrics pages of Microsoft.Compute/virtualMachines and
 *               Microsoft.Sql/servers/databases, July 2026)
 * @param name   of the level that it becomes
 * @param kind   what Azure adds up or averages within a minute
 * @param per    what a value is divided by, from Azure's unit to the level's
 * @param across what several disks or machines are together
 */
record Metric(String azure, String name, Kind kind, double per, Across across) {

    private static final double MB = 1e6;

    /** What is added up over a minute is told by the second. */
    private static final double MB_A_MINUTE = 60e6;

    /** Within an interval. */
    enum Kind {
        AVERAGE("Average"),
        TOTAL("Total");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** As in requests; in answers in small letters. */
        String word() {
            return word;
        }
    }

    /** Over several disks or machines. */
    enum Across {
        SUM,
        MEAN,
        MOST
    }

    /** Of a machine as a whole. */
    static final List<Metric> MACHINE = List.of(
            mean("Percentage CPU", "azureCpuPercent"),
            most("VM Uncached IOPS Consumed Percentage", "azureVmUncachedIopsPercent"),
            most("VM Uncached Bandwidth Consumed Percentage", "azureVmUncachedBandwidthPercent"),
            most("VM Cached IOPS Consumed Percentage", "azureVmCachedIopsPercent"),
            most("VM Cached Bandwidth Consumed Percentage", "azureVmCachedBandwidthPercent"),
            new Metric("Network In Total", "azureNetworkInMBPerSecond", Kind.TOTAL, MB_A_MINUTE, Across.SUM),
            new Metric("Network Out Total", "azureNetworkOutMBPerSecond", Kind.TOTAL, MB_A_MINUTE, Across.SUM));

    /** Of each data disk. No latency is recorded for disks behind an NVMe controller. */
    static final List<Metric> DISKS = List.of(
            sum("Data Disk Read Operations/Sec", "azureDiskReadsPerSecond", 1),
            sum("Data Disk Write Operations/Sec", "azureDiskWritesPerSecond", 1),
            sum("Data Disk Read Bytes/sec", "azureDiskReadMBPerSecond", MB),
            sum("Data Disk Write Bytes/sec", "azureDiskWriteMBPerSecond", MB),
            sum("Data Disk Queue Depth", "azureDiskQueue", 1),
            mean("Data Disk Latency", "azureDiskLatencyMillis"),
            most("Data Disk IOPS Consumed Percentage", "azureDiskIopsPercent"),
            most("Data Disk Bandwidth Consumed Percentage", "azureDiskBandwidthPercent"));

    /** Of each data disk, every five minutes. */
    static final List<Metric> CREDITS = List.of(
            most("Data Disk Used Burst IO Credits Percentage", "azureDiskBurstIopsCreditsPercent"),
            most("Data Disk Used Burst BPS Credits Percentage", "azureDiskBurstBandwidthCreditsPercent"));

    /** Of an Azure SQL database. */
    static final List<Metric> DATABASE = List.of(
            most("cpu_percent", "azureSqlCpuPercent"),
            most("physical_data_read_percent", "azureSqlDataIoPercent"),
            most("log_write_percent", "azureSqlLogWritePercent"),
            most("dtu_consumption_percent", "azureSqlDtuPercent"),
            most("workers_percent", "azureSqlWorkersPercent"),
            most("sessions_percent", "azureSqlSessionsPercent"));

    private static Metric mean(String azure, String name) {
        return new Metric(azure, name, Kind.AVERAGE, 1, Across.MEAN);
    }

    private static Metric most(String azure, String name) {
        return new Metric(azure, name, Kind.AVERAGE, 1, Across.MOST);
    }

    private static Metric sum(String azure, String name, double per) {
        return new Metric(azure, name, Kind.AVERAGE, per, Across.SUM);
    }
}
