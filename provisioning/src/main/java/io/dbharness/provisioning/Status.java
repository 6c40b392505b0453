package io.dbharness.provisioning;

import io.dbharness.provisioning.spi.Run;
import java.util.List;

/**
 * A run as it is now.
 *
 * @param run   which
 * @param since when it was begun, in ISO form
 * @param steps what stands of it, in the order of its making
 */
public record Status(Run run, String since, List<Standing> steps) {

    public Status {
        steps = List.copyOf(steps);
    }
}
