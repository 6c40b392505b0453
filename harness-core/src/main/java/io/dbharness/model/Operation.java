package io.dbharness.model;

import java.util.Objects;

/**
 * A named kind of request: a TPC-C transaction, a point select. The unit of reporting.
 *
 * @param index position in the workload's list of operations, from 0
 * @param name  as printed, for example {@code NewOrder}; letters, digits and hyphens
 * @param kind  read, write or both
 */
public record Operation(int index, String name, OperationKind kind) {

    public Operation {
        Objects.requireNonNull(kind, "kind");
        if (index < 0 || !name.matches("[A-Za-z][A-Za-z0-9-]*")) {
            throw new IllegalArgumentException("not an operation: " + index + " " + name);
        }
    }
}
