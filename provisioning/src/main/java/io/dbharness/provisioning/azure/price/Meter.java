package io.dbharness.provisioning.azure.price;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.DatabaseTier;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where an item of a bill is in the list of retail prices. The list has several rows for most things: with a Windows licence, to be taken
 * away at any time, by quantity; of those that fit, the dearest counts, so that a limit is never kept by mistake.
 *
 * @param equal field of the list to the value it must have
 */
record Meter(Map<String, String> equal) {

    private static final Pattern DISK_TIER = Pattern.compile("[PES]\\d{1,2}");

    private static final String SERVICE = "serviceName";
    private static final String METER = "meterName";
    private static final String STORAGE = "Storage";

    /** What is bought apart, by the names of the list. */
    private static final Map<String, String> APART = Map.of(
            "PremiumV2_LRS GiB", "Premium LRS Provisioned Capacity",
            "PremiumV2_LRS IOPS", "Premium LRS Provisioned IOPS",
            "PremiumV2_LRS MB/s", "Premium LRS Provisioned Throughput (MBps)",
            "UltraSSD_LRS GiB", "Ultra LRS Provisioned Capacity",
            "UltraSSD_LRS IOPS", "Ultra LRS Provisioned IOPS",
            "UltraSSD_LRS MB/s", "Ultra LRS Provisioned Throughput (MBps)");

    /** Rows that are another thing under the same name. */
    private static final Pattern OTHER = Pattern.compile("Windows|Spot|Low Priority|Cloud ?Services");

    private static final BigDecimal ONE = BigDecimal.ONE;

    /** Units of the list in hours; a month is a twelfth of 8,760 hours. */
    private static final Map<String, BigDecimal> HOURS = Map.of(
            "1 Hour", ONE,
            "1/Hour", ONE,
            "1 GiB/Hour", ONE,
            "1 GB/Hour", ONE,
            "1/Day", BigDecimal.valueOf(24),
            "1/Month", BigDecimal.valueOf(730));

    /** Of an item; empty for one that the list is not known to have. */
    static Optional<Meter> of(String item, Catalogue catalogue) {
        if (item.startsWith("Standard_") || item.startsWith("Basic_")) {
            return Optional.of(meter(SERVICE, "Virtual Machines", "armSkuName", item));
        } else if (APART.containsKey(item)) {
            return Optional.of(meter(SERVICE, STORAGE, METER, APART.getOrDefault(item, "")));
        } else if (DISK_TIER.matcher(item).matches()) {
            return Optional.of(meter(SERVICE, STORAGE, METER, item + " LRS Disk"));
        } else if (item.equals(Bill.ADDRESS)) {
            return Optional.of(meter(SERVICE, "Virtual Network", METER, "Standard IPv4 Static Public IP"));
        } else if (item.startsWith(Bill.DATABASE)) {
            return catalogue
                    .database(item.substring(Bill.DATABASE.length()))
                    .map(tier -> meter("productName", "SQL Database Single " + tier.edition(), "skuName", sku(tier)));
        }
        return Optional.empty();
    }

    private static String sku(DatabaseTier tier) {
        return tier.name().equals("Basic") ? "B" : tier.name();
    }

    private static Meter meter(String field, String value, String other, String otherValue) {
        Map<String, String> equal = new LinkedHashMap<>();
        equal.put(field, value);
        equal.put(other, otherValue);
        return new Meter(equal);
    }

    /** The condition of a request. */
    String filter(String region) {
        return "armRegionName eq '" + region + "' and priceType eq 'Consumption' and "
                + equal.entrySet().stream()
                        .map(field -> field.getKey() + " eq '" + field.getValue() + "'")
                        .collect(Collectors.joining(" and "));
    }

    /** The price of an hour in these rows; empty when none of them is it. */
    Optional<BigDecimal> price(List<JsonNode> rows) {
        return rows.stream().filter(this::fits).map(Meter::hourly).max(BigDecimal::compareTo);
    }

    private boolean fits(JsonNode row) {
        String all = row.path("productName").asText() + " "
                + row.path("skuName").asText() + " " + row.path(METER).asText();
        return row.path("type").asText().equals("Consumption")
                && HOURS.containsKey(row.path("unitOfMeasure").asText())
                && !OTHER.matcher(all).find()
                && equal.entrySet().stream()
                        .allMatch(field -> row.path(field.getKey())
                                .asText()
                                .toLowerCase(Locale.ROOT)
                                .equals(field.getValue().toLowerCase(Locale.ROOT)));
    }

    private static BigDecimal hourly(JsonNode row) {
        return row.path("retailPrice")
                .decimalValue()
                .divide(HOURS.getOrDefault(row.path("unitOfMeasure").asText(), ONE), MathContext.DECIMAL64);
    }
}
