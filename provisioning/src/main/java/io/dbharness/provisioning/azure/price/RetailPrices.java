package io.dbharness.provisioning.azure.price;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.provisioning.catalogue.Catalogue;
import java.io.IOException;
import java.math.BigDecimal;
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

/**
 * The public list of retail prices (Azure Retail Prices interface, version 2023-01-01-preview): asked without a login, one item at a time,
 * for one region. Prices are in US dollars before any agreement of the one who pays.
 */
public final class RetailPrices {

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
    public RetailPrices(URI address, Duration patience, Catalogue catalogue) {
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
        URI page = URI.create(address + "?api-version=" + VERSION + "&currencyCode=USD&$filter="
                + URLEncoder.encode(filter, StandardCharsets.UTF_8).replace("+", "%20"));
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

    private JsonNode get(URI page) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(page).timeout(patience).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != OK) {
            throw new IOException(address.getHost() + " answered with status " + answer.statusCode());
        }
        return json.readTree(answer.body());
    }
}
