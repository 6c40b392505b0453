package io.dbharness.target.host;

import java.io.IOException;

/** Reads the counts of a machine. One thread. */
@FunctionalInterface
interface HostReader {

    HostCounts read() throws IOException, InterruptedException;
}
