package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Catalogue.DatabaseTier;
import io.dbharness.provisioning.file.DataFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The public list of retail prices (Azure Retail Prices interface, version 2023-01-01-preview): asked without a login, one item at a time,
 * for one region. Prices are in US dollars before any agreement of the one who pays.
 */
final class RetailPrices {

    /** What users type for it in place of a file. */
    public static final String WORD = "retail";

    /** Azure's own. */
    public static final URI PUBLIC = URI.create("https://prices.azure.com/api/retail/prices");

    private static final String VERSION = "2023-01-01-preview";
    private static final int OK = 200;

    /** An exact filter gives a few rows; more pages than this are no answer to it. */
    private static final int MOST_PAGES = 10;

    private final URI address;
    private final Duration patience;
    private final Catalogue catalogue;
    private final HttpClient client;
    private final ObjectMapper json = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** @param patience for one answer */
    RetailPrices(URI address, Duration patience, Catalogue catalogue) {
        this.address = address;
        this.patience = patience;
        this.catalogue = catalogue;
        this.client = HttpClient.newBuilder().connectTimeout(patience).build();
    }

    /**
     * What these cost in a region; what the list does not have is left out. Throws when it does not answer, after the first silence.
     *
     * @param today the date of the answer
     */
    public Prices of(Iterable<String> items, String region, LocalDate today) throws IOException, InterruptedException {
        Map<String, BigDecimal> hourly = new TreeMap<>();
        for (String item : items) {
            Optional<Meter> meter = Meter.of(item, catalogue);
            if (meter.isPresent()) {
                meter.get().price(rows(meter.get().filter(region))).ifPresent(price -> hourly.put(item, price));
            }
        }
        return new Prices("retail price interface, " + region, today, "USD", hourly);
    }

    private List<JsonNode> rows(String filter) throws IOException, InterruptedException {
        List<JsonNode> rows = new ArrayList<>();
        URI page = URI.create(address + "?api-version=" + VERSION + "&currencyCode=USD&$filter=" + encoded(filter));
        for (int i = 0; i < MOST_PAGES; i++) {
            JsonNode answer = get(page);
            answer.path("Items").forEach(rows::add);
            String next = answer.path("NextPageLink").asText("");
            if (next.isEmpty() || next.equals("null")) {
                break;
            }
            page = URI.create(next);
            if (!String.valueOf(page.getAuthority()).equals(address.getAuthority())) {
                throw new IOException(address.getHost() + " refers to another place, " + page.getHost());
            }
        }
        return rows;
    }

    /** A part of a query. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private JsonNode get(URI page) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(page).timeout(patience).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != OK) {
            throw new IOException(address.getHost() + " answered with status " + answer.statusCode());
        }
        return json.readTree(answer.body());
    }

    /**
     * Where an item of a bill is in the list of retail prices. The list has several rows for most things: with a Windows licence, to be taken
     * away at any time, by quantity; of those that fit, the dearest counts, so that a limit is never kept by mistake.
     *
     * @param field      of the list
     * @param value      that it must have
     * @param other      another field
     * @param otherValue that this must have
     */
    record Meter(String field, String value, String other, String otherValue) {

        private static final Pattern DISK_TIER = Pattern.compile("[PES]\\d{1,2}");

        private static final String SERVICE = "serviceName";
        private static final String METER = "meterName";
        private static final String STORAGE = "Storage";

        /** Rows that are another thing under the same name. */
        private static final Pattern OTHER = Pattern.compile("Windows|Spot|Low Priority|Cloud ?Services");

        /**
         * Words of the list; {@code meters.yaml} has them.
         *
         * @param apart what is bought apart, by its item
         * @param hours its units in hours
         */
        private record Words(Map<String, String> apart, Map<String, BigDecimal> hours) {}

        private static final Words WORDS = DataFile.read(Words.class, "meters.yaml");

        /** Of an item; empty for one that the list is not known to have. */
        static Optional<Meter> of(String item, Catalogue catalogue) {
            if (item.startsWith("Standard_") || item.startsWith("Basic_")) {
                return Optional.of(new Meter(SERVICE, "Virtual Machines", "armSkuName", item));
            } else if (WORDS.apart.containsKey(item)) {
                return Optional.of(new Meter(SERVICE, STORAGE, METER, WORDS.apart.getOrDefault(item, "")));
            } else if (DISK_TIER.matcher(item).matches()) {
                return Optional.of(new Meter(SERVICE, STORAGE, METER, item + " LRS Disk"));
            } else if (item.equals(Bill.ADDRESS)) {
                return Optional.of(new Meter(SERVICE, "Virtual Network", METER, "Standard IPv4 Static Public IP"));
            } else if (item.startsWith(Bill.DATABASE)) {
                return catalogue
                        .database(item.substring(Bill.DATABASE.length()))
                        .map(tier -> new Meter(
                                "productName", "SQL Database Single " + tier.edition(), "skuName", sku(tier)));
            }
            return Optional.empty();
        }

        private static String sku(DatabaseTier tier) {
            return tier.name().equals("Basic") ? "B" : tier.name();
        }

        /** The condition of a request. */
        String filter(String region) {
            return "armRegionName eq '" + region + "' and priceType eq 'Consumption' and " + field + " eq '" + value
                    + "' and " + other + " eq '" + otherValue + "'";
        }

        /** The price of an hour in these rows; empty when none of them is it. */
        Optional<BigDecimal> price(List<JsonNode> rows) {
            return rows.stream().filter(this::fits).map(Meter::hourly).max(BigDecimal::compareTo);
        }

        private boolean fits(JsonNode row) {
            String all = row.path("productName").asText() + " "
                    + row.path("skuName").asText() + " " + row.path(METER).asText();
            return row.path("type").asText().equals("Consumption")
                    && WORDS.hours.containsKey(row.path("unitOfMeasure").asText())
                    && !OTHER.matcher(all).find()
                    && row.path(field).asText().equalsIgnoreCase(value)
                    && row.path(other).asText().equalsIgnoreCase(otherValue);
        }

        private static BigDecimal hourly(JsonNode row) {
            return row.path("retailPrice")
                    .decimalValue()
                    .divide(
                            WORDS.hours.getOrDefault(row.path("unitOfMeasure").asText(), BigDecimal.ONE),
                            MathContext.DECIMAL64);
        }
    }
}
