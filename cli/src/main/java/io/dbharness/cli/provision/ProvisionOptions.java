package io.dbharness.cli.provision;

import io.dbharness.cli.option.Text;
import io.dbharness.workload.Parameter;
import java.util.List;

/** Options of what is planned and made. */
public final class ProvisionOptions {

    /** Agrees to what costs money. */
    public static final String YES = "yes";

    /** Leaves what a failure has left. */
    public static final String KEEP = "keep";

    static final String PRICES = "prices";
    static final String MAX_COST = "max-cost";

    /** Those with a value. */
    public static final List<Parameter> OF_PLANS = List.of(
            new Parameter(
                    PRICES,
                    "where prices come from, whatever the file says: a file, or 'retail' for Azure's public list",
                    "",
                    new Text("FILE|retail", "a file or the word retail")),
            new Parameter(
                    MAX_COST,
                    "refuse what costs more, or has an unknown price: 40 until it expires, 5.50/h for an hour",
                    "",
                    new Amount()));

    private ProvisionOptions() {}

    private record Amount() implements Parameter.Domain {
        @Override
        public String label() {
            return "AMOUNT[/h]";
        }

        @Override
        public boolean contains(String text) {
            return CostLimit.parse(text).isPresent();
        }

        @Override
        public String expectation() {
            return "an amount such as 40, or 5.50/h for an hour";
        }
    }
}
