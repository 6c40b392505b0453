package io.dbharness.provisioning.azure;

import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.Exchange;
import io.dbharness.yaml.Fields;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Looks up the prices of a bill in the source that the user chose, and enforces the user's limit.
 *
 * @param source    source of prices; empty: none
 * @param retail    address of the public price list
 * @param today     date of the prices from that list
 * @param catalogue identifies the items
 * @param listener  receives the exchanges with that list
 * @param remarks   receives a remark if the price list does not respond
 */
record AzurePrices(
        AzureSettings settings,
        Optional<String> source,
        URI retail,
        LocalDate today,
        Catalogue catalogue,
        Consumer<Exchange> listener,
        List<String> remarks) {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * Returns the cost of a bill. If the price list does not respond, its prices remain unknown and a remark is added.
     *
     * @param fields receives problems of a price file and of an exceeded limit
     */
    Cost of(CostEstimate bill, Fields fields) {
        Cost cost = bill.at(prices(bill, fields), settings.lifetime());
        settings.spending().maxCost().ifPresent(limit -> {
            if (!cost.unknown().isEmpty()) {
                fields.problem(
                        "max-cost-an-hour",
                        "cannot be kept: no price is known for " + String.join(", ", cost.unknown()));
            } else if (cost.anHour().compareTo(limit) > 0) {
                fields.problem(
                        "max-cost-an-hour",
                        limit + " is less than the " + cost.anHour() + " " + cost.currency() + " an hour of this plan");
            }
        });
        return cost;
    }

    private Prices prices(CostEstimate bill, Fields fields) {
        if (source.isEmpty()) {
            return Prices.NONE;
        }
        return source.get().equals(RetailPrices.WORD) ? retail(bill) : file(source.get(), fields);
    }

    private static Prices file(String name, Fields fields) {
        Problems problems = new Problems();
        try {
            Prices prices = Prices.read(Path.of(name), problems);
            problems.throwIfAny();
            return prices;
        } catch (UsageException e) {
            fields.problem("prices", "cannot be used: " + e.getMessage());
            return Prices.NONE;
        }
    }

    private Prices retail(CostEstimate bill) {
        try {
            return new RetailPrices(retail, PATIENCE, catalogue, listener).of(bill.items(), settings.region(), today);
        } catch (IOException e) {
            remarks.add("prices are unknown, because the retail price list did not respond ("
                    + retail.getHost() + ": "
                    + Optional.ofNullable(e.getMessage()).orElse(e.toString())
                    + "); use a price file instead");
            return Prices.NONE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Prices.NONE;
        }
    }

    /** Returns one sentence for the user's consent. */
    static String sentence(Cost cost) {
        if (cost.source().isEmpty()) {
            return "its price is unknown (name a price file, or '" + RetailPrices.WORD
                    + "', with --prices or azure.prices)";
        }
        String total = "it costs " + cost.anHour() + " " + cost.currency() + " an hour and " + cost.untilExpiry() + " "
                + cost.currency() + " until it expires (" + cost.source() + ")";
        return cost.unknown().isEmpty()
                ? total
                : total + " and the unknown price of " + String.join(", ", cost.unknown());
    }
}
