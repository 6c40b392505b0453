package io.dbharness.provisioning.azure;

import io.dbharness.model.Problems;
import io.dbharness.result.Grammar;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.YamlFile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Hourly prices from a file that the user maintains:
 *
 * <pre>
 * source: retail price list
 * date: 2026-11-01
 * currency: USD
 * hourly:
 *   Standard_D8s_v5: 0.384
 *   P15: 0.0521
 *   Azure SQL S1: 0.0404
 *   PremiumV2_LRS GiB: 0.00011
 *   PremiumV2_LRS IOPS: 0.0000068
 *   PremiumV2_LRS MB/s: 0.000055
 *   public address: 0.005
 * </pre>
 *
 * @param source   source of the figures
 * @param date     date of the figures
 * @param currency currency, for example USD
 * @param hourly   price of one hour by item
 */
record Prices(String source, LocalDate date, String currency, Map<String, BigDecimal> hourly) {

    /** No prices. */
    public static final Prices NONE = new Prices("", LocalDate.EPOCH, "USD", Map.of());

    private static final Pattern PRICE = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,15})?([eE]-[0-9]{1,2})?");

    public Prices {
        hourly = Map.copyOf(hourly);
    }

    /** Reads a price file and reports its problems. */
    public static Prices read(Path file, Problems problems) {
        Fields top = YamlFile.read(file, problems);
        Map<String, BigDecimal> hourly = new TreeMap<>();
        top.fields("hourly")
                .ifPresentOrElse(
                        items -> items.names()
                                .forEach(name -> price(items, name).ifPresent(price -> hourly.put(name, price))),
                        () -> top.problem("hourly", "is missing"));
        Prices prices = new Prices(
                top.text("source").orElse(""), date(top), top.text("currency").orElse("USD"), hourly);
        top.refuseOthers();
        return prices;
    }

    private static Optional<BigDecimal> price(Fields items, String name) {
        String text = items.text(name).orElse("");
        if (!PRICE.matcher(text).matches()) {
            items.problem(name, "must be a price such as 0.384, not " + Grammar.quoted(text));
            return Optional.empty();
        }
        return Optional.of(new BigDecimal(text));
    }

    private static LocalDate date(Fields top) {
        String text = top.text("date").orElse("");
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            top.problem("date", "must be a date such as 2026-11-01, not '" + text + "'");
            return LocalDate.EPOCH;
        }
    }

    /** Returns the price of an item; empty if the file does not contain it, which does not mean free. */
    public Optional<BigDecimal> of(String item) {
        return Optional.ofNullable(hourly.get(item));
    }
}
