package io.dbharness.insertdelete;

import io.dbharness.workload.Parameter;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts of data such as {@code 0.4MB} or {@code 10GB}, in powers of ten as the published test has them. */
record Size() implements Parameter.Domain {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,6})?)(KB|MB|GB|TB)");
    private static final String UNITS = "KMGT";
    private static final int DIGITS_A_UNIT = 3;
    private static final long MOST = 100_000_000_000_000L;

    /** Bytes; empty for anything that is no size. */
    static Optional<Long> parse(String text) {
        Matcher matcher = TEXT.matcher(text.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int unit = UNITS.indexOf(matcher.group(2).charAt(0)) + 1;
        return Optional.of(new BigDecimal(matcher.group(1))
                        .movePointRight(unit * DIGITS_A_UNIT)
                        .longValue())
                .filter(bytes -> bytes <= MOST);
    }

    @Override
    public String label() {
        return "SIZE";
    }

    @Override
    public boolean contains(String text) {
        return parse(text).isPresent();
    }

    @Override
    public String expectation() {
        return "a size up to 100TB such as 0.4MB or 10GB";
    }
}
