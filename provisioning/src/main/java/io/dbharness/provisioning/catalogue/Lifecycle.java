package io.dbharness.provisioning.catalogue;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Whether a size can still be had.
 *
 * @param end        when it retires or retired; empty for a current size
 * @param successors sizes that can take its place
 */
public record Lifecycle(Optional<LocalDate> end, List<String> successors) {

    public Lifecycle {
        successors = List.copyOf(successors);
    }

    /** Whether it was gone on that day. */
    public boolean goneOn(LocalDate day) {
        return end.filter(date -> !date.isAfter(day)).isPresent();
    }
}
