package io.dbharness.result.study;

import java.util.List;

/**
 * Where observations come from; those of different origins are never mixed in one cell.
 *
 * @param name         stands behind the names of its columns; empty for runs of ours
 * @param observations in order
 */
public record Origin(String name, List<Observation> observations) {

    public Origin {
        observations = List.copyOf(observations);
    }

    /** With this in front of what people read. */
    String suffix(String label) {
        return name.isEmpty() ? label : label.isEmpty() ? name : label + ", " + name;
    }
}
