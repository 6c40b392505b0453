package io.dbharness.result.analysis;

/**
 * Published latency distributions of two disks sized to the same 16,000 IOPS, in milliseconds
 * (https://redmondmag.com, J. D'Antoni, April 2025): means over 15 runs of each run's percentiles.
 */
final class DiskTables {

    static final PercentileTable V2_READ = PercentileTable.published(
            0.179, new double[] {4.32, 4.513, 4.804, 4.904, 4.941, 5.066, 18.033, 44.449, 61.439, 65.225}, 65.225);
    static final PercentileTable V2_WRITE = PercentileTable.published(
            0.192, new double[] {4.336, 4.529, 4.827, 4.915, 4.951, 5.081, 18.628, 67.542, 147.535, 161.79}, 161.79);
    static final PercentileTable V2_TOTAL = PercentileTable.published(
            0.168, new double[] {4.323, 4.517, 4.811, 4.907, 4.944, 5.07, 18.084, 45.404, 108.138, 161.792}, 161.792);
    static final PercentileTable PLUS_READ = PercentileTable.published(
            0.971, new double[] {1.457, 1.623, 1.941, 14.067, 23.563, 36.386, 43.552, 49.108, 66.313, 74.43}, 74.43);
    static final PercentileTable PLUS_WRITE = PercentileTable.published(
            1.049, new double[] {1.38, 1.518, 1.852, 14.169, 23.772, 36.275, 43.507, 54.611, 67.43, 70.966}, 70.966);
    static final PercentileTable PLUS_TOTAL = PercentileTable.published(
            0.969, new double[] {1.434, 1.6, 1.927, 14.091, 23.622, 36.358, 43.536, 50.572, 72.648, 82.939}, 82.939);

    private DiskTables() {}
}
