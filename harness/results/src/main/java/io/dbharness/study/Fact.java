package io.dbharness.study;

import java.util.List;

/**
 * A row of a table of facts.
 *
 * @param name      of the fact
 * @param published published value: one, or one for each subject; empty if there is none
 * @param measured  measured values, as many: words of the profile, the name of something that runs record, such as
 *                  {@code target.product}, or nothing
 */
public record Fact(String name, List<String> published, List<String> measured) {

    /** One that nothing is measured against. */
    public static Fact of(String name, List<String> values) {
        return new Fact(name, values, values.stream().map(value -> "").toList());
    }
}
