package io.dbharness.tpcc.input;

import java.util.List;
import java.util.stream.IntStream;

/** Last names: three syllables, one for each decimal digit of a number from 0 to 999 (clause 4.3.2.3). */
public final class LastName {

    private static final List<String> SYLLABLES =
            List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

    private static final List<String> NAMES =
            IntStream.range(0, Cardinality.LAST_NAMES).mapToObj(LastName::spell).toList();

    private LastName() {}

    /** Returns the name of a number, for example {@code PRICALLYOUGHT} for 371. */
    public static String of(int number) {
        return NAMES.get(number);
    }

    private static String spell(int number) {
        return SYLLABLES.get(number / 100) + SYLLABLES.get(number / 10 % 10) + SYLLABLES.get(number % 10);
    }
}
