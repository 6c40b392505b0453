package io.dbharness.request;

import io.dbharness.model.Internal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Addresses of processes, {@code HOST:PORT} each; a host is a name, an IPv4 address or an IPv6 address in brackets. */
@Internal
public final class Addresses {

    private static final int MOST_PORT = 65_535;
    private static final Pattern ONE = Pattern.compile("([\\w.-]+|\\[[0-9A-Fa-f:]+]):(\\d{1,5})");

    private Addresses() {}

    /** Returns true if the text is one address with a port of at most 65535. */
    public static boolean isOne(String text) {
        return ONE.matcher(text).matches() && port(text) <= MOST_PORT;
    }

    /** Parses a comma-separated list of addresses; empty if one of them is malformed. */
    public static Optional<List<String>> parse(String text) {
        return Optional.of(Arrays.asList(text.split(",", -1)))
                .filter(all -> all.stream().allMatch(Addresses::isOne))
                .map(List::copyOf);
    }

    /** Returns the host of an address, without brackets. */
    public static String host(String address) {
        return address.substring(0, address.lastIndexOf(':')).replaceAll("[\\[\\]]", "");
    }

    /** Returns the port of an address. */
    public static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }
}
