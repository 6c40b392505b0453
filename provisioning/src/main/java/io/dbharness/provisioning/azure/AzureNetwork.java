package io.dbharness.provisioning.azure;

import io.dbharness.yaml.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The network access of machines and databases.
 *
 * @param allowFrom       addresses and networks with ssh access, {@link #ME} for the address of this machine; empty: no access
 * @param publicAddresses true if machines with access from outside have a public address; otherwise they are accessed from inside their
 *                        network
 * @param subnet          id of an existing subnet, which is kept; empty: the run makes its own
 * @param natGateway      true if machines reach the internet through the run's own address
 */
record AzureNetwork(List<Range> allowFrom, boolean publicAddresses, Optional<String> subnet, boolean natGateway) {

    /** Placeholder for the public address of this machine, which is looked up when it is needed. */
    static final String ME = "me";

    private static final Pattern SUBNET = Pattern.compile(
            "/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Network/virtualNetworks/[^/]+/subnets/[^/]+");

    static AzureNetwork read(Fields fields) {
        List<Range> ranges = new ArrayList<>();
        for (String text : fields.texts("allow-from")) {
            Range.of(text)
                    .ifPresentOrElse(
                            ranges::add,
                            () -> fields.problem(
                                    "allow-from",
                                    "must be the IPv4 addresses or networks with access, such as 203.0.113.7 or"
                                            + " 203.0.113.0/24, or 'me', not '" + text
                                            + "'; networks larger than /8 are refused"));
        }
        AzureNetwork network = new AzureNetwork(
                List.copyOf(ranges),
                fields.flag("public-addresses").orElse(true),
                AzureSettings.form(fields, "subnet", SUBNET, "the id of an existing subnet"),
                fields.flag("nat-gateway").orElse(false));
        if (network.natGateway && network.subnet.isPresent()) {
            fields.problem(
                    "nat-gateway", "cannot be combined with subnet: an existing network has its own outbound access");
        }
        return network;
    }

    /** Returns true if machines with access from outside have a public address. */
    boolean reachable() {
        return publicAddresses && !allowFrom.isEmpty();
    }

    /** Returns the ranges as the file has them; empty without access. */
    Optional<List<String>> texts() {
        return Optional.of(allowFrom.stream().map(Range::text).toList()).filter(texts -> !texts.isEmpty());
    }

    /** Returns the ranges as prefixes, with a placeholder for the address of this machine. */
    List<Object> prefixes() {
        return allowFrom.stream()
                .map(range -> range.isMe() ? Placeholders.ownAddress("/" + Range.WHOLE) : range.prefix())
                .toList();
    }

    /** Returns the ranges as properties of a database server's firewall rules; empty without access. */
    Optional<List<Object>> rules() {
        return Optional.of(allowFrom.stream().<Object>map(Range::rule).toList()).filter(rules -> !rules.isEmpty());
    }

    /**
     * A range of addresses.
     *
     * @param text  text in the file
     * @param first first address
     * @param bits  prefix length, 32 for a single address
     */
    record Range(String text, long first, int bits) {

        private static final Pattern FORM =
                Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})(?:/(\\d{1,2}))?");
        private static final int OCTETS = 4;
        private static final int OCTET = 255;
        private static final int BYTE = 8;
        static final int WHOLE = 32;

        static Optional<Range> of(String text) {
            if (text.equals(ME)) {
                return Optional.of(new Range(ME, 0, WHOLE));
            }
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                return Optional.empty();
            }
            long address = 0;
            for (int i = 1; i <= OCTETS; i++) {
                int octet = Integer.parseInt(form.group(i));
                if (octet > OCTET) {
                    return Optional.empty();
                }
                address = (address << BYTE) | octet;
            }
            int bits = form.group(OCTETS + 1) == null ? WHOLE : Integer.parseInt(form.group(OCTETS + 1));
            boolean sound = address != 0 && bits >= BYTE && bits <= WHOLE;
            return sound ? Optional.of(new Range(text, address & (-1L << (WHOLE - bits)), bits)) : Optional.empty();
        }

        /** Returns true for the public address of this machine, which is not known yet. */
        boolean isMe() {
            return text.equals(ME);
        }

        /** Returns the properties of a database server's firewall rule. */
        Map<String, Object> rule() {
            return Map.of(
                    "startIpAddress", isMe() ? Placeholders.ownAddress("") : dotted(first),
                    "endIpAddress", isMe() ? Placeholders.ownAddress("") : dotted(first + (1L << (WHOLE - bits)) - 1));
        }

        /** Returns the range with its prefix length. */
        String prefix() {
            return dotted(first) + "/" + bits;
        }

        private static String dotted(long address) {
            StringBuilder text = new StringBuilder();
            for (int shift = WHOLE - BYTE; shift >= 0; shift -= BYTE) {
                text.append((address >> shift) & OCTET).append(shift == 0 ? "" : ".");
            }
            return text.toString();
        }
    }
}
