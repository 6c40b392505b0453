package io.dbharness.config;

import io.dbharness.result.study.OperationUse;
import java.util.stream.Stream;

/**
 * Where a file speaks of an operation or a step.
 *
 * @param place for messages: {@code FILE:LINE: PATH}
 * @param use   what it speaks of
 */
public record OperationPlace(String place, OperationUse use) {

    static Stream<OperationPlace> of(String place, Stream<OperationUse> uses) {
        return uses.distinct().map(use -> new OperationPlace(place, use));
    }
}
