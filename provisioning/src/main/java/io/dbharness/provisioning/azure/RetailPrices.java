package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Catalogue.DatabaseTier;
import io.dbharness.provisioning.file.DataFile;
import io.dbharness.provisioning.spi.Exchange;
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
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A client of the public price list (Azure Retail Prices API, version 2023-01-01-preview). It needs no login and requests one item at a
 * time, for one region. Prices are list prices in US dollars, without the customer's discounts.
 */
final class RetailPrices {

    /** Option value that selects this list instead of a price file. */
    public static final String WORD = "retail";

    /** Azure's price list. */
    public static final URI PUBLIC = URI.create("https://prices.azure.com/api/retail/prices");

    private static final String VERSION = "2023-01-01-preview";
    private static final int OK = 200;

    /** An exact filter returns a few rows; more pages than this indicate a wrong response. */
    private static final int MOST_PAGES = 10;

    private final URI address;
    private final Duration patience;
    private final Catalogue catalogue;
    private final Consumer<Exchange> listener;
    private final HttpClient client;
    private final ObjectMapper json = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /**
     * @param patience timeout of one response
     * @param listener receives the exchanges
     */
    RetailPrices(URI address, Duration patience, Catalogue catalogue, Consumer<Exchange> listener) {
        this.address = address;
        this.patience = patience;
        this.catalogue = catalogue;
        this.listener = listener;
        this.client = HttpClient.newBuilder().connectTimeout(patience).build();
    }

    /**
     * Returns the prices of items in a region; items missing in the list are omitted. Throws as soon as one request gets no response.
     *
     * @param today date of the prices
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
                throw new IOException(address.getHost() + " refers to another host, " + page.getHost());
            }
        }
        return rows;
    }

    /** Encodes a part of a query. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private JsonNode get(URI page) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(page).timeout(patience).build(), HttpResponse.BodyHandlers.ofString());
        listener.accept(
                new Exchange("GET", page.toString(), "", answer.statusCode(), "", answer.body(), Duration.ZERO));
        if (answer.statusCode() != OK) {
            throw new IOException(address.getHost() + " answered with status " + answer.statusCode());
        }
        return json.readTree(answer.body());
    }

    /**
     * Locates an item of a bill in the price list. The list has several rows for most items: with a Windows licence, as Spot, by quantity.
     * Of the matching rows the most expensive counts, so that a limit is never met by mistake.
     *
     * @param field      name of a field
     * @param value      required value of that field
     * @param other      name of a second field
     * @param otherValue required value of the second field
     */
    record Meter(String field, String value, String other, String otherValue) {

        private static final Pattern DISK_TIER = Pattern.compile("[PES]\\d{1,2}( ZRS)?");

        private static final String SERVICE = "serviceName";
        private static final String METER = "meterName";
        private static final String STORAGE = "Storage";

        /** Matches rows of a different product under the same name. */
        private static final Pattern OTHER = Pattern.compile("Windows|Spot|Low Priority|Cloud ?Services");

        /**
         * Names used in the price list, from {@code meters.yaml}.
         *
         * @param apart meter of separately charged items, by item
         * @param hours length of its billing units, hours
         */
        private record Words(Map<String, String> apart, Map<String, BigDecimal> hours) {}

        private static final Words WORDS = DataFile.read(Words.class, "meters.yaml");

        /** Returns the meter of an item; empty if the list is not known to contain it. */
        static Optional<Meter> of(String item, Catalogue catalogue) {
            if (item.startsWith("Standard_") || item.startsWith("Basic_")) {
                return Optional.of(new Meter(SERVICE, "Virtual Machines", "armSkuName", item));
            } else if (WORDS.apart.containsKey(item)) {
                return Optional.of(new Meter(SERVICE, STORAGE, METER, WORDS.apart.getOrDefault(item, "")));
            } else if (DISK_TIER.matcher(item).matches()) {
                return Optional.of(new Meter(
                        SERVICE, STORAGE, METER, item + (item.endsWith(CostEstimate.ZRS) ? " Disk" : " LRS Disk")));
            } else if (item.equals(CostEstimate.ADDRESS)) {
                return Optional.of(new Meter(SERVICE, "Virtual Network", METER, "Standard IPv4 Static Public IP"));
            } else if (item.startsWith(CostEstimate.DATABASE)) {
                return catalogue
                        .database(item.substring(CostEstimate.DATABASE.length()))
                        .map(tier -> new Meter(
                                "productName", "SQL Database Single " + tier.edition(), "skuName", sku(tier)));
            }
            return Optional.empty();
        }

        private static String sku(DatabaseTier tier) {
            return tier.name().equals("Basic") ? "B" : tier.name();
        }

        /** Returns the filter of a request. */
        String filter(String region) {
            return "armRegionName eq '" + region + "' and priceType eq 'Consumption' and " + field + " eq '" + value
                    + "' and " + other + " eq '" + otherValue + "'";
        }

        /** Returns the hourly price in these rows; empty if no row matches. */
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
