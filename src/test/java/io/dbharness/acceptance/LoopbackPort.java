package io.dbharness.acceptance;

import io.dbharness.embedded.FreePorts;
import java.util.List;
import java.util.random.RandomGenerator;

/** A port for one server that a test starts. Tests that start several draw them from one {@link FreePorts}. */
final class LoopbackPort {

    private LoopbackPort() {}

    /** Returns a free port of 127.0.0.1. */
    static int draw() {
        return new FreePorts(RandomGenerator.getDefault()).next(List.of(FreePorts.loopback(1)));
    }
}
